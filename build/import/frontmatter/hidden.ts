// What keeps a post from the public, whatever program it is of: keys of its front matter, and passwords.
import type { SourceData } from '../source.ts'
import { flagOf, folded, type KeyedData, textsOf } from './keyed.ts'
import { isData } from './languages.ts'

const FLAG = /^(?:true|yes|on|t|y|false|no|off|f|n|\d+)$/i
const OFF = /^(?:false|no|off|f|n|0+)$/i
const ON = /^(?:true|yes|on|t|y|0*[1-9]\d*)$/i

const STATUS =
  /^(?:draft|publish|published|public|private|pending|unpublished|unlisted|hidden|skip|wip|scheduled|future|members|paid|tiers)$/i

/** Keys, the values of theirs that are known, and those of these that hide nothing. */
const KEYS: [keys: string, known: RegExp, shown: RegExp][] = [
  ['draft isDraft wip unpublished private isPrivate hidden isHidden hide unlisted isUnlisted', FLAG, OFF],
  ['headless encrypt encrypted protected membersOnly', FLAG, OFF],
  ['published publish isPublished public isPublic visible listed render', FLAG, ON],
  ['status visibility', STATUS, /^publi/i],
  ['build.render build.list', /^(?:always|link|local|never|true|false)$/i, /^(?:always|true)$/i],
  ['permalink', /^false$/, /^$/],
  ['eleventyExcludeFromCollections eleventyComputed.eleventyExcludeFromCollections', /./, OFF],
]

/** Keys that a site may set for all posts of a folder. */
export const HIDING = [
  ...KEYS.flatMap(([keys]) => keys.split(' ').filter((key) => !/\.|^permalink$/.test(key))),
  ...['build', 'password', 'publishDate', 'expiryDate'],
]

/** What hides a post, such as `draft: true`; whichever way it is said, the keys go. */
export function takeHidden(data: KeyedData): string[] {
  return KEYS.flatMap(([keys, known, shown]) =>
    keys.split(' ').flatMap((key) => {
      const value = textsOf(data.at(key)).join(', ')
      if (!known.test(value)) return []
      data.take(key)
      return shown.test(value) ? [] : [`${key}: ${value}`]
    }),
  )
}

/** Without case, hyphens and underscores. */
const PASSWORD = /(?:password|passwd|passphrase|passcode|pwd)s?$|^(?:pass|secret)$/

/** Removes passwords, however deep they are: true if there was one. */
export function takePasswords(data: SourceData): boolean {
  let isAny = false
  for (const [key, value] of Object.entries(data)) {
    if (PASSWORD.test(folded(key))) {
      delete data[key]
      isAny ||= (isData(value) || textsOf(value).length > 0) && flagOf(value) !== false
    } else for (const inner of [value].flat().filter(isData)) isAny = takePasswords(inner) || isAny
  }
  return isAny
}
