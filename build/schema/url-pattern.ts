// The `url` of a workspace: the address of posts on the site, with placeholders.
import { quoted } from '../problems/problem.ts'
import { didYouMean } from '../problems/suggest.ts'
import { absoluteUrl } from './url.ts'
import { type Fail, fromText } from './values.ts'

/** Each with an example of what it stands for. */
const PLACEHOLDERS: Record<string, string> = {
  slug: 'hello',
  category: 'news',
  year: '2026',
  month: '05',
  day: '31',
  path: 'guide/start',
}

const bad = 'bad-url'

/** The pattern of posts' addresses, written out as a browser reads it. */
export const urlPattern = fromText((input, fail) =>
  read(input, fail, ['slug', 'category', 'year', 'month', 'day']),
)

/** The pattern of the addresses of entries in a declared collection. */
export const entryUrlPattern = fromText((input, fail) => read(input, fail, ['path']))

function read(input: string, fail: Fail, placeholders: readonly string[]): string {
  const unknown = [...input.matchAll(/\{([^{}]*)\}/g)].find(([, name = '']) => !placeholders.includes(name))
  if (unknown) {
    const known = placeholders.map((name) => `{${name}}`)
    const hint = didYouMean(unknown[0], known, `Placeholders: ${known.join(', ')}.`)
    return fail(bad, `${quoted(input)} contains ${unknown[0]}, which is not a placeholder`, hint)
  }
  const pattern = writtenOut(input)
  if (pattern === undefined) {
    return fail(
      bad,
      `${quoted(input)} is not a URL pattern`,
      `Write https://example.org/blog/{${placeholders[0]}}.`,
    )
  }
  // Links such as /about are resolved against the pattern's host, which must be the same for all posts.
  const [inHost] = /\{\w+\}/.exec(AUTHORITY.exec(input)![0]) ?? []
  if (inHost !== undefined) {
    const hint = `Write it in the path, as in https://example.org/${inHost}${inHost === '{slug}' ? '' : '/{slug}'}.`
    return fail(bad, `${quoted(input)} contains ${inHost} before the path`, hint)
  }
  const { username, password, origin, pathname } = examplePostUrl(pattern)
  if (username !== '' || password !== '') {
    const rest = pattern.replace(/^([^:]*:\/\/)[^/?#]*@/, '$1')
    return fail(bad, `${quoted(input)} contains a user name or a password`, `Write ${rest}.`)
  }
  if (!FOREIGN.test(pathname)) return pattern
  const hint = `Write ${origin}${pattern.slice(AUTHORITY.exec(pattern)![0].length).replace(FOREIGN, '/')}.`
  return fail(
    bad,
    `${quoted(input)} gives paths such as ${pathname}, which browsers or servers may take for another site`,
    hint,
  )
}

/** The address that a pattern gives for some post. All others have the same origin. */
export function examplePostUrl(pattern: string): URL {
  return new URL(pattern.replace(/\{(\w+)\}/g, (_, name: string) => PLACEHOLDERS[name] ?? ''))
}

/** Scheme and host, as browsers read them. */
const AUTHORITY = /^[^:]*:[/\\]*[^/\\?#]*/

/** Writes a pattern as browsers write URLs; `undefined` for what is no absolute URL with placeholders. */
function writtenOut(input: string): string | undefined {
  // A word that does not occur in the pattern, so that it can be found again.
  let mark = 'x'
  while (input.includes(mark)) mark += 'x'
  const marked = input.replace(/\{(\w+)\}/g, `${mark}$1${mark}`)
  const url = /[{}]/.test(marked) ? undefined : absoluteUrl(marked)
  const word = new RegExp(`${mark}(${Object.keys(PLACEHOLDERS).join('|')})${mark}`, 'g')
  return url && new URL(url).href.replace(word, '{$1}')
}

/**
 * The beginning of a path that names another host, to a browser or to a server that decodes it first: `//host`. Browsers read `\`
 * as a slash, and leave out tabs and line breaks.
 */
const FOREIGN = /^\/(?:%0[9ad])*(?:[/\\]|%2f|%5c)(?:[/\\]|%2f|%5c|%0[9ad])*/i
