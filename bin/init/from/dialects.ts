// The programs whose configurations are read: what each of them calls the parts of a schema.
import type { SchemaDialect } from './shape.ts'

/** src/content.config.ts, or src/content/config.ts */
const astro: SchemaDialect = {
  program: 'Astro',
  file: /\/content[./]config\.[cm]?[jt]s$/,
  collections: ['collections'],
  folder: 'loader/base',
  usual: 'src/content',
  isProse: (one, take) =>
    take(one, 'type') !== 'data' &&
    (!('loader' in one) || /\bmdx?\b/.test(String(take(one, 'loader/pattern')))),
  schema: 'schema/fields',
  type: 'call',
  types: {
    ...{ strictObject: 'object', looseObject: 'object', array: 'list' },
    ...{ enum: 'select', int: 'number', datetime: 'date' },
  },
  finer: ['url', 'date'],
  isRequired: (one, take) =>
    !('default' in one) && !['optional', 'nullable', 'nullish'].filter((key) => take(one, key)).length,
  to: 'value',
  multiple: ['array'],
}

/** static/admin/config.yml */
const decap: SchemaDialect = {
  program: 'Decap or Sveltia',
  file: /\/config\.ya?ml$/,
  collections: ['collections'],
  folder: 'folder',
  isSingle: (one) => 'file' in one,
  isProse: (one, take) =>
    'file' in one
      ? /\.(?:md|mdx|markdown)$/.test(String(one.file))
      : /^(?:md|mdx|markdown|.*frontmatter)$/.test(
          String(take(one, 'format') ?? take(one, 'extension') ?? 'md'),
        ),
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

/** frontmatter.json, or .vscode/settings.json */
const frontMatter: SchemaDialect = {
  program: 'Front Matter CMS',
  file: /\/(?:frontmatter|settings)\.json$/,
  collections: ['default/frontMatter.taxonomy.contentTypes'],
  isProse: () => true,
  type: 'type',
  types: {
    ...{ tags: 'list', categories: 'list', taxonomy: 'list', block: 'list', fields: 'object' },
    ...{ slug: 'string', datetime: 'date', draft: 'boolean', choice: 'select' },
    contentRelationship: 'reference',
  },
  isRequired: (one, take) => take(one, 'required') === true,
  options: 'choices',
  option: 'id',
  to: 'contentTypeName',
  multiple: ['multiple'],
  shared: ['fieldGroup', 'default/frontMatter.taxonomy.fieldGroups'],
}

/** keystatic.config.ts */
const keystatic: SchemaDialect = {
  program: 'Keystatic',
  file: /\/keystatic\.config\.[cm]?[jt]sx?$/,
  collections: ['default/collections', 'default/singletons'],
  folder: 'path',
  isSingle: (_, path) => path.endsWith('singletons'),
  isProse: (one, take) => take(one, 'format/contentField') !== undefined,
  text: 'format/contentField',
  schema: 'schema',
  type: 'call',
  types: {
    ...{ text: 'string', slug: 'string', markdoc: 'markdown', mdx: 'markdown' },
    ...{ array: 'list', multiselect: 'list', relationship: 'reference' },
    ...{ integer: 'number', datetime: 'date', checkbox: 'boolean' },
  },
  isRequired: (one, take) => take(one, 'validation/isRequired') === true,
  option: 'value',
  to: 'collection',
}

/** .pages.yml */
const pages: SchemaDialect = {
  program: 'Pages CMS',
  file: /\/\.pages\.ya?ml$/,
  collections: ['content'],
  folder: 'path',
  isSingle: (one) => one.type === 'file',
  isProse: (one, take) =>
    take(one, 'type') === 'file'
      ? /\.mdx?$/.test(String(one.path))
      : /frontmatter$/.test(String(take(one, 'format') ?? 'frontmatter')),
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

export const DIALECTS = [pages, keystatic, astro, frontMatter, decap]
