// Tags that show what is in them to some only, whose arguments may be a password: `{{% encrypt "x" %}}`, `[members password="x"]`.
import { outsideCode } from './mask.ts'

const TAG = /\{\{[\s\S]{0,500}?\}\}|\{[^{}]{0,500}\}|\[[^[\]]{0,500}\]|<[a-z][^<>]{0,500}>/gi

const LOCK =
  /^\{[{%][<%-]?\s*\/?\s*(?:end)?[\w-]*(?:encrypt|passw|protect|private|secret)|[\s(,{][\w-]*pass(?:words?|wd|phrase|code)\s*=\s*["'`{\w]/i

/** The text without such tags, but those that code shows. */
export function withoutLocks(text: string): string {
  if (!/encrypt|pass|protect|private|secret/i.test(text)) return text
  let hasLocks = false
  const open = outsideCode(text, (prose) =>
    prose.replace(TAG, (tag) => {
      const isLock = LOCK.test(tag)
      hasLocks ||= isLock
      return isLock ? '' : tag
    }),
  )
  return hasLocks ? open : text
}
