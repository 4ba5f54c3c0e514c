// .pages.yml
import type { SchemaDialect } from './shape.ts'

export const pages: SchemaDialect = {
  program: 'Pages CMS',
  file: /\/\.pages\.ya?ml$/,
  collections: ['content'],
  folder: 'path',
  isProse: (one, take) =>
    take(one, 'type') !== 'file' && /frontmatter$/.test(String(take(one, 'format') ?? 'frontmatter')),
  type: 'type',
  types: { text: 'string', 'rich-text': 'markdown' },
  isText: ({ type }) => type === 'code' || type === 'uuid',
  isRequired: (one, take) => take(one, 'required') === 'true',
  options: 'options/values',
  option: 'value',
  to: 'options/collection',
  multiple: ['list', 'options/multiple'],
  shared: ['component', 'components'],
}
