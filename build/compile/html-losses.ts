// Warns of what safe HTML leaves out of a post, where it stands, and says what would keep it.
import { type SourceTag, sourceTags } from '../extract/raw-tags.ts'
import type { Location, LocationAt } from '../problems/location.ts'
import { type Mistake, type Problem, problemAt, quoted, warning } from '../problems/problem.ts'
import { frameUrl } from './html/embeds.ts'
import { LEFT_OUT, type Loss } from './html/losses.ts'
import { componentName } from './template-text.ts'

/**
 * Returns one problem for each loss, except for elements that are components: see template-text.ts.
 * @param prose the text without code
 * @param find the location of a URL
 */
export function lossProblems(
  losses: readonly Loss[],
  prose: string,
  file: string,
  locationAt: LocationAt,
  find: (href: string) => Location,
): Problem[] {
  const tags = [...sourceTags(prose)].filter(({ closes, inComment }) => !closes && !inComment)
  return losses.flatMap((loss) => {
    const tag = tags.find((one) => isTagOf(one, loss))
    if (tag && loss.attributes.length === 0 && componentName(prose, tag.start)) return []
    const location = tag ? locationAt(tag.start, tag.end - tag.start) : find(loss.value ?? '')
    return [problemAt(file, location, mistakeOf(loss))]
  })
}

function isTagOf({ name, attributes }: SourceTag, { tag, attributes: [lost], value }: Loss): boolean {
  if (name !== tag) return false
  return lost === undefined || attributes.some((one) => one.name === lost && one.value === value)
}

function mistakeOf(loss: Loss): Mistake {
  const { tag, attributes, value } = loss
  const [attribute] = attributes
  const lost = (what: string, hint: string) => warning('dropped-html', `Safe HTML leaves out ${what}.`, hint)
  if (attribute === undefined) return lost(`<${tag}>${WITH_CONTENT[tag] ?? ''}`, hintFor(loss))
  if (attributes.length === 1 && URLS.has(attribute) && value !== undefined)
    return lost(`the URL ${quoted(value)} of <${tag}>`, urlHint(tag, value))
  return lost(`${listed(attributes)} of <${tag}>`, TRUSTED)
}

const URLS = new Set(['href', 'src', 'cite', 'srcset', 'poster', 'longdesc'])

const WITH_CONTENT: Record<string, string> = {
  script: ' and what is in it',
  style: ' and what is in it',
}

const TRUSTED = 'To keep it, write html: trusted in workspace.yml.'

function hintFor({ tag, value }: Loss): string {
  switch (tag) {
    case 'iframe':
      return frameHint(value)
    case 'video':
    case 'audio':
      return 'To keep it, put its file into the workspace and write the path from this file.'
    case 'svg':
      return 'Save it as an .svg file and show that, or write html: trusted in workspace.yml.'
  }
  return LEFT_OUT.has(tag) ? TRUSTED : `Write it in backticks if it is text. ${TRUSTED}`
}

function frameHint(src: string | undefined): string {
  const url = frameUrl(src ?? '')
  if (url) return `To keep it, write embeds: [${url.hostname}] in workspace.yml.`
  if (/^http:/i.test(src?.trim() ?? ''))
    return 'Write a URL that begins with https:, and list its host below embeds in workspace.yml.'
  return TRUSTED
}

function urlHint(tag: string, value: string): string {
  const isMedium = tag === 'video' || tag === 'audio' || tag === 'source' || tag === 'track'
  if (isMedium) return 'Put the file into the workspace and write the path from this file.'
  if (tag === 'img' && /^\s*data:/i.test(value)) return 'Save the image as a file, and show that.'
  return 'Write a path, or a URL that begins with https:.'
}

/** Joins names: `class`, `class and style`, `class, id and style`. */
function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
