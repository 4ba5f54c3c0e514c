// The types of a workspace's own fields.
import type { FieldDefinition } from '../snapshot/types.ts'

export type FieldShape = Omit<FieldDefinition, 'name'>

/** The types of values that are not texts. */
const types: Partial<Record<FieldShape['type'], string>> = {
  number: 'number',
  boolean: 'boolean',
  image: '{ url: string; alt: string; width: number | null; height: number | null; srcset?: string }',
  file: '{ url: string; size: number | null; type: string | null }',
  reference: '{ collection: string; id: string; path: string; title: string; url: string | null }',
}

/** Returns the type of `fields` of its posts in TypeScript, over several lines. @param indent of these */
export function typeOfFields(fields: readonly FieldDefinition[] = [], indent = ''): string {
  const members = fields.map(({ name, ...value }) => {
    // What a reference leads to may not be visible yet.
    const isNullable = !value.required || value.type === 'reference'
    return `${indent}  ${JSON.stringify(name)}: ${typeOf(value, `${indent}  `)}${isNullable ? ' | null' : ''}\n`
  })
  return `{\n${members.join('')}${indent}}`
}

function typeOf({ type, options, of, fields }: FieldShape, indent: string): string {
  const item: FieldShape = of ?? { type: fields ? 'object' : 'string', required: true, options, fields }
  if (type === 'list') return `(${typeOf(item, indent)})[]`
  if (type === 'object') return typeOfFields(fields, indent)
  return options?.map((option) => JSON.stringify(option)).join(' | ') ?? types[type] ?? 'string'
}
