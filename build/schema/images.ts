// `images` of a workspace: what makes images smaller, and in which widths.
import type * as zod from 'zod'
import { quoted } from '../problems/problem.ts'
import { atMost, bounded, fromText, mapping, nonEmpty, texts, wholeNumber } from './values.ts'

export type ImageSettings = zod.output<typeof imageSettings>

const PLACEHOLDER = /\{(?:path|url|name|width)\}/g
/** Below the address of the API, or with a host. A comma at the end would not be part of it in a srcset. Vercel needs a quality. */
const ADDRESS =
  /^(?!\/_vercel\/image(?!.*[?&]q=\d))(?:https:\/\/[a-z0-9.-]+(?::\d+)?)?\/(?!\/)[\w!#$&()*+,./:;=?@[\]~%-]*(?<!,)$/i
const EXAMPLES = '/_vercel/image?url={path}&w={width}&q=75 or https://img.example.org/{width}/{name}'

const pattern = fromText((input, fail) => {
  const isComplete = /\{width\}/.test(input) && /\{(?:path|url|name)\}/.test(input)
  if (isComplete && ADDRESS.test(input.replace(PLACEHOLDER, 'x'))) return input
  const hint = `Write an address with {width} and one of {path}, {url} and {name} behind the host, such as ${EXAMPLES}.`
  return fail('bad-url', `${quoted(input)} is not the address of an image in several widths`, hint)
})

/** A share of the page is no length for browsers. */
const sizes = nonEmpty.refine((input) => !/%|[^a-z)]$/i.test(input), {
  message: 'does not end in a length',
  params: { code: 'wrong-type', hint: 'Write one such as 45rem, 100vw or (min-width: 48rem) 45rem, 100vw.' },
})

/** Every image repeats them. */
const short = (schema: typeof nonEmpty) => bounded(schema, 'Shorten it: every image repeats it.', 500)
const widths = texts(wholeNumber(16, 4096, 'a width in pixels'), 1)

export const imageSettings = mapping({
  widths: atMost(widths, 8, 'widths', 'Remove those that are close to others.').transform((all) =>
    [...new Set(all)].sort((a, b) => a - b),
  ),
  url: short(pattern),
  // The default is as wide as text should be.
  sizes: short(sizes).default('(min-width: 48rem) 45rem, 100vw'),
})
