// The forms of Sveltia: those of forms.yml, completed by what each workspace declares. Equal content has equal forms.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { areDated } from '../../build/edit/create.ts'
import { listFile, type WrittenWorkspace } from '../../build/edit/read.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import type { Field } from '../../build/schema/custom-fields.ts'
import { nameOfSlug, type SlugStyle } from '../../build/schema/slug.ts'
import { LISTS, type Reference } from '../../build/workspace/references.ts'

export type Form = Record<string, unknown>

interface Templates {
  options: Form
  posts: { fields: Form[] }
  authors: Form
  entry: Form
  custom: Record<Field['type'] | 'choices', Form>
  names: Record<SlugStyle, [string, string]>
  comments: Record<string, string>
}

export const templates: Templates = parse(
  readFileSync(new URL('./sveltia/forms.yml', import.meta.url), 'utf8'),
)

/** @param root of the content in its repository */
export function formsOf(workspaces: readonly WrittenWorkspace[], root: string) {
  const names = workspaces.flatMap(({ folder }) => folder.posts.map(({ relativePath }) => relativePath))
  // Of punctuation, Sveltia keeps more than slugs may have, unless it makes all of a name ASCII.
  const encoding = names.every((name) => /^[ -~]*$/.test(name)) ? 'ascii' : 'unicode'
  return {
    // A folder that no form asks for, and that builds ignore: Sveltia does not start without one.
    media_folder: `${root}/_media`,
    ...templates.options,
    slug: { encoding, clean_accents: encoding === 'ascii' },
    collections: workspaces.flatMap((one) => collectionsOf(one, `${root}/${one.folder.name}`)),
  }
}

function collectionsOf(workspace: WrittenWorkspace, root: string): Form[] {
  const { folder, settings, lists } = workspace
  if (settings.unread.size > 0 || (folder.authors.length > 0 && !lists.author))
    throw new ConfigurationError(`${folder.displayPath} has mistakes. Fix them first: galley check.`)
  const { name } = folder
  const label = settings.name || nameOfSlug(name)
  const paths = folder.posts.map(({ relativePath }) => relativePath)
  const date = areDated(paths) ? '{{year}}-{{month}}-{{day}}-' : ''
  const posts = {
    ...collection(name, label, `${root}/posts`, date, settings.slugs),
    ...(paths.some((path) => path.split('/').length > 2) && { nested: { subfolders: false } }),
    ...templates.posts,
    fields: templates.posts.fields.flatMap((field) => completed(field, workspace)),
  }
  const authors = {
    ...collection(`${name}_authors`, `${label}: authors`, `${root}/authors`),
    ...templates.authors,
  }
  const files = (['category', 'tag'] as const).flatMap((kind) => {
    const fields = listFile(workspace, kind) ? lists[kind]! : []
    return fields.length > 0 && fields.every(isKept) ? [listForm(LISTS[kind], fields, root)] : []
  })
  return [
    posts,
    ...(lists.author ? [authors] : []),
    ...(files.length > 0 ? [{ name: `${name}_lists`, label: `${label}: lists`, files }] : []),
  ]
}

function collection(
  name: string,
  label: string,
  folder: string,
  date = '',
  style: SlugStyle = 'strict',
): Form {
  const slug = { template: `${date}{{slug}}`, editable: ['create'], pattern: templates.names[style] }
  return { name, label, folder, slug }
}

/** A form for each entry: Sveltia has none for those to come. */
function listForm(name: string, entries: readonly { slug: string; name: string }[], root: string): Form {
  const fields = entries.map(({ slug, name }) => ({ name: slug, label: name, ...templates.entry }))
  return { name, label: nameOfSlug(name), file: `${root}/${name}.yml`, fields }
}

/** Sveltia would write 007 as 7. */
function isKept({ slug }: { slug: string }): boolean {
  return Number.isNaN(Number(slug)) || String(Number(slug)) === slug
}

const KINDS: Record<string, Reference['kind']> = { authors: 'author', category: 'category', tags: 'tag' }

/** A field of all posts, as it is in this workspace; none if there is no use for it. */
function completed(field: Form, workspace: WrittenWorkspace): Form[] {
  const { fields = [] } = workspace.settings
  const kind = KINDS[String(field.name)]
  if (kind) return [{ ...field, ...reference(kind, workspace) }]
  if (field.name !== 'fields') return [field]
  const required = fields.some((one) => one.required)
  return fields.length > 0 ? [{ ...field, required, fields: fields.map(custom) }] : []
}

/** A choice, if all there may be is declared. */
function reference(kind: Reference['kind'], { folder, settings, lists }: WrittenWorkspace): Form {
  const { authors, category } = settings.defaults
  const required = kind !== 'tag' && (kind === 'author' ? authors : category).length === 0
  const multiple = kind !== 'category'
  if (!lists[kind]) return { required }
  if (kind === 'author')
    return {
      required,
      widget: 'relation',
      multiple,
      collection: `${folder.name}_authors`,
      display_fields: ['name'],
    }
  const options = lists[kind].map(({ slug, name }) => ({ label: name, value: slug }))
  return { required, widget: 'select', multiple, options }
}

function custom({ name, type, required, options }: Field): Form {
  const template = templates.custom[type === 'list' && options ? 'choices' : type]
  return { name, label: nameOfSlug(name), ...template, required, ...(options && { options }) }
}
