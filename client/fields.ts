// The types of a workspace's own fields.
import type { FieldDefinition } from '../snapshot/types.ts'

const types: Record<string, string> = { number: 'number', boolean: 'boolean' }

/** Returns the type of `fields` of its posts in TypeScript, over several lines. */
export function typeOfFields(fields: readonly FieldDefinition[] = []): string {
  const members = fields.map(({ name, type, required, options }) => {
    const one = options?.map((option) => JSON.stringify(option)).join(' | ') ?? types[type] ?? 'string'
    const value = type === 'list' ? `(${one})[]` : one
    return `  ${JSON.stringify(name)}: ${value}${required ? '' : ' | null'}\n`
  })
  return `{\n${members.join('')}}`
}
