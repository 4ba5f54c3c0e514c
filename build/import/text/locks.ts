// Tags that show what is in them to some only, whose arguments may be a password: `{{% encrypt "x" %}}`, `[members password="x"]`.
import { Mask } from './mask.ts'

const TAG = /\{\{[\s\S]{0,500}?\}\}|\{[^{}]{0,500}\}|\[[^[\]]{0,500}\]|<[a-z][^<>]{0,500}>/gi

const LOCK =
  /^\{[{%][<%-]?\s*\/?\s*(?:end)?[\w-]*(?:encrypt|passw|protect|private|secret)|[\s(,{][\w-]*pass(?:words?|wd|phrase|code)\s*=\s*["'`{\w]/i

/** The text without such tags, but those that code shows. */
export function withoutLocks(text: string): string {
  if (!/encrypt|pass|protect|private|secret/i.test(text)) return text
  const mask = new Mask()
  const tags = mask.hideCode(text).match(TAG) ?? []
  const locks = tags.filter((tag) => LOCK.test(tag)).map((tag) => mask.reveal(tag))
  return locks.reduce((rest, lock) => rest.replaceAll(lock, ''), text)
}
