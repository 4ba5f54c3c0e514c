// keystatic.config.ts
import type { SchemaDialect } from './shape.ts'

const texts = { text: 'string', slug: 'string', markdoc: 'markdown', mdx: 'markdown' }
const lists = { array: 'list', multiselect: 'list' }

export const keystatic: SchemaDialect = {
  program: 'Keystatic',
  file: /\/keystatic\.config\.[cm]?[jt]sx?$/,
  collections: ['default/collections', 'default/singletons'],
  folder: 'path',
  isProse: (one, take) => take(one, 'format/contentField') !== undefined,
  text: 'format/contentField',
  schema: 'schema',
  type: 'call',
  types: {
    ...texts,
    ...lists,
    integer: 'number',
    datetime: 'date',
    checkbox: 'boolean',
    relationship: 'reference',
  },
  isRequired: (one, take) => take(one, 'validation/isRequired') === true,
  option: 'value',
  to: 'collection',
}
