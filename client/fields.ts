// The types of a workspace's own fields.
import type { FieldDefinition, FieldShape } from '../snapshot/types.ts'

/** The types of values that are not texts. */
const types: Partial<Record<FieldShape['type'], string>> = {
  number: 'number',
  boolean: 'boolean',
  image: '{ url: string; alt: string; width: number | null; height: number | null; srcset?: string }',
  file: '{ url: string; size: number | null; type: string }',
  reference: '{ collection: string; id: string; path: string; title: string; url: string | null }',
}

/** Returns the type of `fields` of its posts in TypeScript, over several lines. */
export function typeOfFields(fields: readonly FieldDefinition[] = []): string {
  const members = fields.map(({ name, ...shape }) => {
    // The entry that a reference leads to may not be visible yet.
    const isNullable = !shape.required || shape.type === 'reference'
    return `  ${JSON.stringify(name)}: ${typeOf(shape)}${isNullable ? ' | null' : ''}\n`
  })
  return `{\n${members.join('')}}`
}

function typeOf({ type, options, of, fields }: Omit<FieldShape, 'required'>): string {
  const one =
    options?.map((option) => JSON.stringify(option)).join(' | ') ??
    (fields ? typeOfFields(fields).replaceAll('\n', '\n  ') : of ? typeOf(of) : (types[type] ?? 'string'))
  return type === 'list' ? `(${one})[]` : one
}
