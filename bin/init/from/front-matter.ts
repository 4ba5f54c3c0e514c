// frontmatter.json, or .vscode/settings.json
import type { SchemaDialect } from './shape.ts'

const lists = { tags: 'list', categories: 'list', taxonomy: 'list', block: 'list' }

export const frontMatter: SchemaDialect = {
  program: 'Front Matter CMS',
  file: /\/(?:frontmatter|settings)\.json$/,
  collections: ['default/frontMatter.taxonomy.contentTypes'],
  isProse: () => true,
  type: 'type',
  types: {
    ...lists,
    slug: 'string',
    datetime: 'date',
    draft: 'boolean',
    choice: 'select',
    fields: 'object',
    contentRelationship: 'reference',
  },
  isRequired: (one, take) => take(one, 'required') === true,
  options: 'choices',
  option: 'id',
  to: 'contentTypeName',
  multiple: ['multiple'],
  shared: ['fieldGroup', 'default/frontMatter.taxonomy.fieldGroups'],
}
