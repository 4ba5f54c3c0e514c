// Changes links in the source of a post when files have moved.
import { dirname, relative } from 'node:path/posix'
import { CODE, spellings } from '../link/url-locations.ts'
import { urlTarget } from '../link/url-reference.ts'

/** The path of a file that has moved, by its path before; both relative to the workspace. */
export type Moved = (path: string) => string

/**
 * @param hrefs of the post that may lead to a file that has moved, as they are after decoding
 * @param from the post's path before
 */
export function withLinks(body: string, hrefs: readonly string[], from: string, moved: Moved): string {
  const changes = [...new Set(hrefs)].flatMap((href) => {
    const target = urlTarget(href, from)
    if (target.to !== 'file') return []
    const [base, to] = [moved(from), moved(target.path)]
    if (to === target.path && dirname(base) === dirname(from)) return []
    return spellings(href).map((written) => ({
      pattern: new RegExp(`${BEFORE}${escaped(written)}(?=${AFTER})`, 'g'),
      text: rewritten(written, base, to),
    }))
  })
  const change = (prose: string) =>
    changes.reduce(
      (all, { pattern, text }) => all.replace(pattern, (_, before: string) => before + text),
      prose,
    )
  let text = ''
  let at = 0
  for (const code of changes.length > 0 ? body.matchAll(CODE) : []) {
    text += change(body.slice(at, code.index)) + code[0]
    at = code.index + code[0].length
  }
  return text + change(body.slice(at))
}

/** What begins the address of a link, of a definition, and of an attribute; and what ends it. */
const BEFORE = '(\\]\\(\\s*<?|\\]:\\s*<?|=\\s*["\']?\\s*|,\\s*)'
const AFTER = '[\\s)>"\']|$'

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** As it is written, except for what has changed. */
function rewritten(written: string, base: string, to: string): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(written)!
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const straight = relative(dirname(base), to)
  const name = straight.slice(straight.lastIndexOf('/') + 1)
  const target = urlTarget(`${folder}x`, base)
  const isSameFolder = target.to === 'file' && dirname(target.path) === dirname(to.normalize('NFC'))
  const encoded = (text: string) =>
    /%/.test(path) || /[\s()<>"'%?#]/.test(text)
      ? encodeURI(text).replace(/[()?#]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
      : text
  return (isSameFolder ? folder + encoded(name) : encoded(straight)) + rest
}

/** Whether a path is that of a file, or in a folder. */
export function isIn(path: string, within: string): boolean {
  return path === within || path.startsWith(`${within}/`)
}
