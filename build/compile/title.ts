// The title of an entry that neither a key nor a field gives one.
import { textOf } from '../../snapshot/text/html-text.ts'
import type { FilePaths } from '../parse/file.ts'
import { nameOfSlug } from '../schema/slug.ts'

/** Returns the heading of level 1 that its text begins with, and the rest; else the name of its file or folder. */
export function titled(
  body: string,
  { relativePath }: FilePaths,
  htmlOf: (line: string) => string,
): { title: string; body: string } {
  const [heading, line = ''] = /^\s*#[ \t]+([^\r\n]+?)(?:[ \t]+#+)?[ \t]*(?:\r?\n|$)/.exec(body) ?? []
  const title = textOf(htmlOf(line)).trim()
  if (heading !== undefined && title !== '') return { title, body: body.slice(heading.length) }
  const [last = '', before = ''] = relativePath
    .replace(/\.[^./]*$/, '')
    .split('/')
    .reverse()
  return { title: nameOfSlug(last === 'index' && before !== '' ? before : last), body }
}
