// Writes YAML for people: in our order of keys, lists of slugs on one line, dates without quotes.
import { Document, isScalar, visit } from 'yaml'
import { displayable } from '../frontmatter/languages.ts'

/** @param data keys in order; `undefined` values are left out */
export function yamlText(data: Record<string, unknown>): string {
  const kept = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
  const document = new Document(kept, { version: '1.2' })
  visit(document, {
    Scalar(_key, scalar) {
      if (typeof scalar.value === 'string') scalar.value = displayable(scalar.value)
    },
    Seq(_key, list) {
      const texts = list.items.map((item) => (isScalar(item) ? String(item.value) : undefined))
      const isShort =
        texts.every((text) => text !== undefined && !text.includes('\n')) && texts.join(', ').length < 90
      if (isShort) list.flow = true
    },
  })
  return document.toString({ lineWidth: 0, flowCollectionPadding: false })
}
