// Images that fit, in any HTML: what is added can be read, is never wider than the image, leads to its file, and is all that is
// added. The model is the HTML of the same posts without the setting, read by a parser.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { png, tiff, webp } from '../support/picture.ts'
import { get } from '../support/reading.ts'
import { parsedSrcset } from '../support/srcset.ts'
import { type Files, postFile, workspace } from '../support/workspace.ts'
import { tries } from './tries.ts'

const api = 'https://api.example.org/below'
const env = { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: api }

/** What is around names in HTML, markdown, URLs, srcset and patterns. */
const stems = [
  ...[
    'a b',
    "q'u",
    'q"u',
    'c,omma',
    'two, 2x',
    'pct%20',
    '%',
    '100%25w',
    'é',
    'e\u0301',
    '日本',
    '🌊',
    '{width}',
  ],
  ...['{path}', '$&', '$1', 'a&amp;b', '&quot;', '<b>', 'a.b.c', '(x)', '[x]', '=', '+', "'", '😀,480w'],
].map((stem, i) => ({ stem, i }))

/** Each with its own width, around the widths of the settings. */
const files: Files = {}
const names = stems.flatMap(({ stem, i }) => {
  const width = [1, 99, 100, 101, 300, 301, 2000][i % 7]!
  const name = `${stem}.${['png', 'PNG', 'webp', 'gif', 'svg'][i % 5]}`
  files[`blog/posts/${name}`] =
    i % 5 === 2
      ? webp(width, 7, tiff(6))
      : i % 5 === 3
        ? gif(width)
        : i % 5 === 4
          ? `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="5"></svg>`
          : png(width, 1, i)
  return [name]
})

function gif(width: number): Buffer {
  const bytes = Buffer.from('GIF89a\0\0\x01\0\0\0\0', 'latin1')
  bytes.writeUInt16LE(width, 6)
  return bytes
}

const address = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom('', '#x', '?a=1', '?a=1,%202x&b'))
  .map(
    ([name, rest]) =>
      encodeURIComponent(name).replace(/[()']/g, (one) => `%${one.charCodeAt(0).toString(16)}`) + rest,
  )
const attribute = fc.oneof(
  fc.constantFrom('alt="a srcset=&quot;x&quot;"', 'width="20"', 'height=20', 'loading="eager"', 'title=">"'),
  fc.constantFrom('sizes="50vw"', 'sizes', "alt='<img>'", 'WIDTH=7'),
  address.map((url) => `srcset="${url} 2x"`),
)
const image = fc.oneof(
  address.map((url) => `![an *image*](${url} "t")`),
  fc
    .tuple(address, fc.array(attribute, { maxLength: 3 }))
    .map(([url, more]) => `<img ${more.join(' ')} src="${url}">`),
)
const around: readonly [string, string][] = [
  ['', ''],
  ['<picture>', '</picture>'],
  ['<picture title="x">', '</picture>'],
  ['<picture>', ''],
  ['', '</picture>'],
  ['<p>', ''],
  ['<a href="https://example.org">', '</a>'],
  ['<details><summary>', '</summary>x</details>'],
  ['\n\n| x |\n|---|\n| ', ' |\n\n'],
  ['\n\n> [!NOTE]\n> ', '\n\n'],
  ['x `', '` x'],
  ['<!-- ', ' -->'],
  ['<template>', '</template>'],
  ['<textarea>', '</textarea>'],
  ['[^1]\n\n[^1]: ', '\n\n'],
]
const { html } = fc.letrec<{ html: string }>((tie) => ({
  html: fc.oneof(
    { maxDepth: 3 },
    image,
    fc.constantFrom('text', '\n\n', '<br>', '# Title\n\n'),
    fc
      .tuple(fc.constantFrom(...around), fc.array(tie('html'), { maxLength: 3 }))
      .map(([[before, after], inner]) => before + inner.join(' ') + after),
  ),
}))
const post = fc.array(html, { maxLength: 6 }).map((parts) => parts.join('\n'))

const patterns = [
  '/_vercel/image?url={path}&w={width}&q=75',
  '/cdn-cgi/image/width={width},fit=scale-down{path}',
  'https://img.example.org/({width})/a,b/{url}',
  'https://img.example.org:8443/{name}?w={width}&a=%2C%22,1%202x&$&$1',
  'https://img.example.org/{name}/{path}/{url}/{width}/{width}',
]

interface Shown {
  tag: string
  attributes: Record<string, string>
  isInPicture: boolean
}

const IMAGE = /<img(?: [^>]*)?>/g

/** As a parser finds the images, and as they are written. */
function imagesIn(content: string): Shown[] {
  const tags: string[] = content.match(IMAGE) ?? []
  const shown: Omit<Shown, 'tag'>[] = []
  let open = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'picture') open++
      if (name === 'img') shown.push({ attributes, isInPicture: open > 0 })
    },
    onclosetag(name) {
      if (name === 'picture') open--
    },
  })
  parser.end(content)
  expect(shown.length).toBe(tags.length)
  return shown.map((one, i) => ({ ...one, tag: tags[i]! }))
}

async function contentsOf(
  settings: string,
  posts: readonly string[],
  media?: Set<string>,
): Promise<string[]> {
  const texts = posts.map((text, i) => [`blog/posts/p${i}.md`, postFile({}, text)])
  const place = await workspace(
    { ...files, 'blog/workspace.yml': settings, ...Object.fromEntries(texts) },
    { env },
  )
  try {
    const { problems, written } = await place.build()
    expect([written, problems.filter(({ severity }) => severity === 'error')]).toEqual([true, []])
    const folder = join(place.out, 'public/media')
    if (existsSync(folder)) for (const name of readdirSync(folder)) media?.add(name)
    const { posts: all } = await get(place, 'blog/posts?limit=100&select=slug,content')
    const bySlug = new Map(all.map((one: { slug: string; content: string }) => [one.slug, one.content]))
    return posts.map((_, i) => String(bySlug.get(`p${i}`)))
  } finally {
    place.remove()
  }
}

/** The width of an image by its public name, since names of files are no part of it. */
const widthIn = ({ attributes }: Shown, own: ReadonlyMap<string, number>) =>
  own.get(/\/media\/([^?#]*)/.exec(attributes.src ?? '')?.[1] ?? '') ?? 0

test('what is added can be read, fits, and is all', async () => {
  const settings = fc.record({
    widths: fc.uniqueArray(fc.integer({ min: 16, max: 400 }), { minLength: 1, maxLength: 8 }),
    url: fc.constantFrom(...patterns),
    html: fc.constantFrom('safe', 'trusted'),
  })
  const known = await widthsOfAll()
  let added = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(post, { minLength: 12, maxLength: 12 }),
      settings,
      async (posts, { widths, url, html }) => {
        const rest = `html: ${html}\nbroken: warn\n`
        const media = new Set<string>()
        const without = await contentsOf(rest, posts)
        const fitting = await contentsOf(
          `${rest}images: { widths: ${JSON.stringify(widths)}, url: ${JSON.stringify(url)}, sizes: '(x) 1px, 2px' }\n`,
          posts,
          media,
        )
        for (const [i, content] of fitting.entries()) {
          const before = imagesIn(without[i]!)
          const after = imagesIn(content)
          expect(after.length).toBe(before.length)
          expect(content.split(IMAGE)).toEqual(without[i]!.split(IMAGE))
          for (const [n, { tag, attributes }] of after.entries()) {
            const original = before[n]!
            const width = widthIn(original, known)
            const isFitting =
              !original.isInPicture &&
              original.attributes.srcset === undefined &&
              widths.some((one) => one <= width)
            if (!isFitting) {
              expect(tag).toBe(original.tag)
              continue
            }
            added++
            expect(tag.startsWith(original.tag.slice(0, -' />'.length))).toBe(true)
            const { srcset, sizes, ...others } = attributes
            expect({ ...others, ...('sizes' in original.attributes && { sizes }) }).toEqual(
              original.attributes,
            )
            expect(sizes).toBe(original.attributes.sizes ?? '(x) 1px, 2px')
            checkCandidates(srcset!, { width, widths, url, src: original.attributes.src!, media })
          }
        }
      },
    ),
    { numRuns: tries(48) },
  )
  expect(added).toBeGreaterThan(0)
})

/** In a post of its own, each image says how wide it is. */
async function widthsOfAll(): Promise<Map<string, number>> {
  const all = names.map((name) => `<img src="${encodeURIComponent(name)}">`)
  const [content] = await contentsOf('', [all.join('\n')])
  const raster = imagesIn(content!).map(({ attributes }): [string, number] => {
    const name = /\/media\/([^?#]*)$/.exec(attributes.src!)![1]!
    return [name, /\.(?:png|webp)$/.test(name) ? Number(attributes.width) : 0]
  })
  expect(new Set(raster.map(([, width]) => width))).toEqual(new Set([0, 1, 99, 100, 101, 300, 301, 2000]))
  return new Map(raster)
}

interface Offer {
  width: number
  widths: readonly number[]
  url: string
  src: string
  media: ReadonlySet<string>
}

function checkCandidates(srcset: string, { width, widths, url, src, media }: Offer): void {
  const candidates = parsedSrcset(srcset)
  const offered = candidates.map((one) => one.width!)
  expect(offered).toEqual([...new Set(offered)].sort((a, b) => a - b))
  expect(Math.max(...offered)).toBe(Math.max(...widths) > width ? width : Math.max(...widths))
  expect(offered.filter((one) => one !== width).every((one) => widths.includes(one))).toBe(true)
  const address = src.replace(/[?#].*/s, '')
  const name = address.slice(`${api}/media/`.length)
  expect(media).toContain(name)
  for (const one of candidates) {
    expect(new URL(one.url).href).toBe(one.url)
    if (!widths.includes(one.width!)) expect(one.url).toBe(address)
    else expect(one.url).toBe(filled(url, name, one.width!))
  }
}

/** As docs/content.md says it. */
function filled(url: string, name: string, width: number): string {
  const whole = url.startsWith('/') ? `${api}${url}` : url
  const parts = whole.split(/(\{\w+\})/)
  const values: Record<string, string> = {
    '{path}': `/media/${name}`,
    '{name}': name,
    '{url}': encodeURIComponent(`${api}/media/${name}`),
    '{width}': `${width}`,
  }
  return parts.map((part) => values[part] ?? part).join('')
}
