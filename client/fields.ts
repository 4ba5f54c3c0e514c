// The types of a workspace's own fields.
import type { FieldDefinition } from '../snapshot/types.ts'

const types: Record<string, string> = { number: 'number', boolean: 'boolean' }

/** Returns the type of `fields` of its posts in TypeScript, over several lines. */
export function typeOfFields(fields: readonly FieldDefinition[] = []): string {
  const members = fields.map(
    ({ name, required, ...shape }) =>
      `  ${JSON.stringify(name)}: ${typeOf(shape)}${required ? '' : ' | null'}\n`,
  )
  return `{\n${members.join('')}}`
}

function typeOf({ type, options, of, fields }: Omit<FieldDefinition, 'name' | 'required'>): string {
  const one =
    options?.map((option) => JSON.stringify(option)).join(' | ') ??
    (fields ? typeOfFields(fields).replaceAll('\n', '\n  ') : of ? typeOf(of) : (types[type] ?? 'string'))
  return type === 'list' ? `(${one})[]` : one
}
