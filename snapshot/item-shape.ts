// The definition of the items of a list: those of texts, of some texts, and of objects are written shorter than others.
import type { FieldShape } from './types.ts'

/** @param list the definition of a list */
export function itemShape({
  of,
  fields,
  options,
}: Pick<FieldShape, 'of' | 'fields' | 'options'>): FieldShape {
  return of ?? { type: fields ? 'object' : options ? 'select' : 'string', fields, options, required: false }
}
