// src/content.config.ts, or src/content/config.ts
import type { SchemaDialect } from './shape.ts'

export const astro: SchemaDialect = {
  program: 'Astro',
  file: /\/content[./]config\.[cm]?[jt]s$/,
  collections: ['collections'],
  folder: 'loader/base',
  isProse: (one, take) =>
    take(one, 'type') !== 'data' &&
    (!('loader' in one) || /\bmdx?\b/.test(String(take(one, 'loader/pattern')))),
  schema: 'schema/fields',
  type: 'call',
  types: {
    strictObject: 'object',
    looseObject: 'object',
    enum: 'select',
    int: 'number',
    datetime: 'date',
    array: 'list',
  },
  finer: ['url', 'date'],
  isRequired: (one, take) =>
    !('default' in one) && !['optional', 'nullable', 'nullish'].filter((key) => take(one, key)).length,
  to: 'value',
  multiple: ['array'],
}
