// What keeps a post from the public, whatever program it is of: keys of its front matter, and passwords.
import type { SourceData } from '../source.ts'
import { flagOf, folded, type KeyedData, OFF, ON, textsOf } from './keyed.ts'
import { isData } from './languages.ts'

const STATUS =
  /^(?:draft|private|pending|unpublished|unlisted|hidden|skip|wip|scheduled|future|members|paid|tiers)$/i

/** Keys, the values of theirs that hide a post, and those that do not. Other values are none of these programs'. */
const KEYS: [keys: string, hides: RegExp, shows: RegExp][] = [
  ['draft isDraft wip unpublished private isPrivate hidden isHidden hide unlisted isUnlisted', ON, OFF],
  ['headless encrypt encrypted protected membersOnly', ON, OFF],
  ['published publish isPublished public isPublic visible listed render', OFF, ON],
  ['status visibility', STATUS, /^(?:publish|published|public)$/i],
  ['build.render build.list', /^(?:link|local|never|false)$/i, /^(?:always|true)$/i],
  ['permalink eleventyComputed.permalink', /^false$/, /^$/],
  ['eleventyExcludeFromCollections eleventyComputed.eleventyExcludeFromCollections', /^(?!false$)./i, OFF],
]

/** Keys that a site may set for all posts of a folder. */
export const HIDING = [
  ...KEYS.flatMap(([keys]) => keys.split(' ')).filter((key) => !key.includes('.')),
  ...['build', 'password', 'publishDate', 'expiryDate'],
]

/** What hides a post, such as `draft: true`; whichever way it is said, the keys go. */
export function takeHidden(data: KeyedData): string[] {
  return KEYS.flatMap(([keys, hides, shows]) =>
    keys.split(' ').flatMap((key) => {
      const value = textsOf(data.at(key)).join(', ')
      if (hides.test(value) || shows.test(value)) data.take(key)
      return hides.test(value) ? [`${key}: ${value}`] : []
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
