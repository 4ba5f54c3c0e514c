// Aliases: earlier slugs of a post, and paths of its earlier addresses on the site, which begin with a slash.
import { encodedPath } from '../../snapshot/format/address.ts'
import { tried } from '../../snapshot/tried.ts'
import { type Mistake, quoted } from '../problems/problem.ts'
import { type SlugStyle, slugMistake } from './slug.ts'
import { absoluteUrl } from './url.ts'
import { textWithout } from './values.ts'

/** The length of its percent-encoded form, which a request names in a parameter. */
const MAX_CHARACTERS = 800

export function isPath(alias: string): boolean {
  return alias.startsWith('/')
}

/** @param isAddress tells paths of addresses from earlier slugs, which are paths, too, where entries are in folders */
export function alias(slugs: SlugStyle, isAddress = (input: string) => input.includes('/')) {
  const hintFor = (text: string) => (fixed: string) => `Write ${fixed}, ${asPath(text)}.`
  return textWithout((input) => {
    if (!isAddress(input))
      return input.split('/').flatMap((part) => slugMistake(part, slugs, hintFor(input)) ?? [])[0]
    const mistake = pathMistake(input)
    return mistake && { ...mistake, message: `${quoted(input)} ${mistake.message}` }
  })
}

/** An earlier slug of an author, a category or a tag, which have no address on the site. */
export const groupAlias = textWithout((input) => {
  if (!input.includes('/')) return slugMistake(input, 'strict', (fixed) => `Write ${fixed}.`)
  const message = `${quoted(input)} is a path, which only posts have`
  return { code: 'bad-alias', message, hint: 'Write the earlier slug.' }
})

function asPath(text: string): string {
  return `or, for an old address, its path, such as ${encodedPath(`/${text}`)}`
}

/** Says why `text` is not the path of an address, and how the path that it probably means is spelled. */
export function pathMistake(text: string): (Mistake & { hint: string }) | undefined {
  const path = tidyPath(text)
  const isHome = path === '/'
  const advice = isHome ? 'Write the path of the old address.' : `Write ${path}.`
  const bad = (message: string, hint = advice) => ({ code: 'bad-alias', message, hint }) as const
  const bare = text.replace(/[?#].*/s, '')
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(unescaped(bare) ?? bare))
    return bad('contains a character that cannot be displayed', 'Remove it.')
  if (absoluteUrl(text) !== undefined) return bad('is a whole URL, where only the path is needed')
  if (bare !== text) {
    const orEscaped = isHome ? advice : `Write ${path}, or %3F for ? and %23 for # in a name.`
    return bad('does not end with its path', orEscaped)
  }
  if (!text.startsWith('/') || text.startsWith('//')) return bad('does not begin with one slash')
  if (/%(?![0-9a-f]{2})/i.test(text)) {
    const percent = text.replace(/%(?![0-9a-f]{2})/gi, '%25')
    return bad('has a % that begins no escape', `Write ${percent}.`)
  }
  if (unescaped(text) === undefined)
    return bad('has escapes that are not UTF-8', 'Write the letters as they are.')
  if (isHome) return bad('is the home page of the site')
  if (text !== path) return bad('is not how browsers ask for it')
  if (encodedPath(text).length > MAX_CHARACTERS) {
    const message = `has more than ${MAX_CHARACTERS} characters`
    return { code: 'too-large', message, hint: 'Remove it: no browser would ask for it.' }
  }
  return undefined
}

function unescaped(text: string): string | undefined {
  return tried(() => decodeURIComponent(text))
}

/** Writes a path as a browser would ask for it: without host, query, empty names, `.` and `..`; a slash at its end stays. */
function tidyPath(text: string): string {
  const path = text.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*/s, '')
  const names: string[] = []
  for (const name of path.split(/[/\\]/)) {
    if (isDots(name, 2)) names.pop()
    else if (name !== '' && !isDots(name, 1)) names.push(name)
  }
  const end = names.length > 0 && /[/\\]$/.test(path) ? '/' : ''
  return `/${names.join('/')}${end}`
}

/** Tells whether a name is `.` or `..`, which browsers also know as `%2e`. */
function isDots(name: string, count: 1 | 2): boolean {
  return name.replace(/%2e/gi, '.') === '.'.repeat(count)
}
