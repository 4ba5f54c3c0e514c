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

interface WrittenShape extends Partial<Pick<FieldShape, 'required' | 'options' | 'to' | 'alt'>> {
  type?: string | undefined
  of?: WrittenShape | undefined
  fields?: (WrittenShape & { name: string })[] | undefined
}

/** Returns definitions as settings have them: by name, and the type alone where there is nothing else to say. */
export function writtenFields(fields: readonly (WrittenShape & { name: string })[]): Record<string, unknown> {
  return Object.fromEntries(fields.map(({ name, ...shape }) => [name, writtenShape(shape)]))
}

function writtenShape({ type, required, options, of, fields, to, alt }: WrittenShape): unknown {
  const inner = { of: of && writtenShape(of), fields: fields && writtenFields(fields) }
  const all = { type, required: required || undefined, options, ...inner, to, alt }
  const set = Object.entries(all).filter(([, one]) => one !== undefined)
  return set.length === 1 ? type : Object.fromEntries(set)
}
