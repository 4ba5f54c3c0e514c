// static/admin/config.yml
import type { SchemaDialect } from './shape.ts'

export const decap: SchemaDialect = {
  program: 'Decap or Sveltia',
  file: /\/config\.ya?ml$/,
  collections: ['collections'],
  folder: 'folder',
  isProse: (one, take) =>
    'folder' in one &&
    /^(?:md|mdx|markdown|.*frontmatter)$/.test(String(take(one, 'format') ?? take(one, 'extension') ?? 'md')),
  type: 'widget',
  types: { text: 'string', richtext: 'markdown', datetime: 'date', relation: 'reference' },
  // A relation by anything but the name of a file is text.
  isText: ({ widget = 'hidden', value_field = 'slug' }) =>
    /^(?:hidden|color|uuid|compute)$/.test(String(widget)) ||
    (widget === 'relation' && !/^(?:\{\{slug\}\}|slug)$/.test(String(value_field))),
  isRequired: (one, take) => take(one, 'required') !== 'false',
  option: 'value',
  to: 'collection',
  multiple: ['multiple'],
}
