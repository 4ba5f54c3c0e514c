// Tags that show what is in them to some only, whose arguments may be a password: `{{% encrypt "x" %}}`, `[members password="x"]`.
import { Mask } from './mask.ts'

const TAG = /\{\{[\s\S]{0,500}?\}\}|\{[^{}]{0,500}\}|\[[^[\]]{0,500}\]|<[a-z][^<>]{0,500}>/gi

const LOCK =
  /^\{[{%][<%-]?\s*\/?\s*(?:end)?[\w-]*(?:encrypt|passw|protect|private|secret)|[\s(,{][\w-]*pass(?:words?|wd|phrase|code)\s*=\s*["'`{\w]/i

/** The text without such tags, but those that code shows. */
export function withoutLocks(text: string): string {
  if (!/encrypt|pass|protect|private|secret/i.test(text)) return text
  const mask = new Mask()
  // Its own marks would stand for pieces that are hidden here.
  const hidden = mask.hideCode(text.replace(/[\uE000\uE001]/g, ''))
  const open = hidden.replace(TAG, (tag) => (LOCK.test(tag) ? '' : tag))
  return open === hidden ? text : mask.reveal(open)
}
