// The forms of Sveltia for what is in workspaces. Equal content has equal forms.
import { areDated, endingFor } from '../../build/edit/create.ts'
import { listFile, type WrittenWorkspace } from '../../build/edit/read.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import type { Field } from '../../build/schema/fields.ts'
import type { Kind } from '../../build/schema/id.ts'
import { nameOfSlug } from '../../build/schema/slug.ts'
import { COLLECTIONS, KINDS } from '../../build/workspace/collections.ts'
import { isUnset } from '../../build/workspace/references.ts'
import { partsOf } from './files.ts'

export interface Form {
  [option: string]: unknown
  fields?: Form[] | undefined
  files?: Form[] | undefined
}

export const part = partsOf<Form>('./sveltia/forms.yml')

/** @param root of the content in its repository */
export function formsOf(workspaces: readonly WrittenWorkspace[], root: string) {
  const isAscii = workspaces.every(({ posts }) =>
    posts.every(({ file }) => /^[ -~]*$/.test(file.relativePath)),
  )
  const collections = workspaces.flatMap((one) => collectionsOf(one, `${root}/${one.folder.name}`))
  const values = { root, encoding: isAscii ? 'ascii' : 'unicode', isAscii, collections }
  return part<Form & { collections: Form[] }>('config', values)
}

function collectionsOf(workspace: WrittenWorkspace, root: string): Form[] {
  const { folder, settings, lists } = workspace
  const { fields = [], defaults } = settings
  if (settings.unread.size > 0)
    throw new ConfigurationError(`${settings.displayPath} has mistakes. Fix them first: galley check.`)
  const paths = folder.posts.map(({ relativePath }) => relativePath)
  const isNested = paths.some((path) => path.split('/').length > 2)
  const name = folder.name
  const reference = (kind: Kind, { required }: { required: boolean }): Form => {
    const options = lists[kind]?.map(({ slug, name }) => ({ label: name, value: slug }))
    return { ...part(options ? kind : `open ${kind}`, { name, options }), required }
  }
  /** The form of a reference: a choice, if there is one kind of entries that it may lead to, and they are known. */
  const leadingTo: ReferenceForms = ([only, ...others] = []) => {
    const kind = KINDS.find((one) => COLLECTIONS[one].list === only)
    if (others.length > 0) return part('reference')
    // A path to a post in another folder would begin with dots.
    if (only === 'posts' && !isNested) return part('reference to posts', { name })
    if (!kind || !lists[kind]) return part('reference')
    const { name: _name, label: _label, multiple: _multiple, ...form } = reference(kind, { required: false })
    return form
  }
  const [posts, authors, labels] = part<[Form, Form, Form]>('collections', {
    name,
    root,
    label: settings.name || nameOfSlug(name),
    date: areDated(paths) ? '{{year}}-{{month}}-{{day}}-' : '',
    nested: isNested ? { subfolders: false } : undefined,
    media: isNested ? '' : `/${root}/posts`,
    pattern: part(settings.slugs),
    strict: part('strict'),
    author: reference('author', { required: defaults.authors.length === 0 }),
    category: reference('category', { required: defaults.category.length === 0 }),
    tag: reference('tag', { required: false }),
    isRequired: fields.some(({ required }) => required),
    fields: fields.map((field) => formOfField(field, leadingTo)),
    categories: entries('category', workspace),
    tags: entries('tag', workspace),
  })
  // Fields are written where they are written already.
  const isWithin = workspace.posts.some(({ data }) => !isUnset(data, 'fields'))
  posts.fields = posts.fields?.flatMap((one) => (one.name === 'fields' && !isWithin ? one.fields! : [one]))
  posts.fields = posts.fields?.filter((one) => one.fields?.length !== 0)
  labels.files = labels.files?.filter((one) => one.fields?.length !== 0)
  const declared = workspace.collections.map((one) => formOfCollection(one, root, leadingTo))
  return [posts, ...(lists.author ? [authors] : []), ...(labels.files?.length ? [labels] : []), ...declared]
}

/** A form is for files with one ending: that which most entries have. */
function formOfCollection(
  { folder, settings }: WrittenWorkspace,
  root: string,
  leadingTo: ReferenceForms,
): Form {
  const { name, single, title } = settings.collection!
  const paths = folder.posts.map(({ relativePath }) => relativePath)
  const isNested = paths.some((path) => path.split('/').length > 2)
  const extension = endingFor(paths, settings.collection!).slice(1)
  const own = (settings.fields ?? []).map((field) => formOfField(field, leadingTo))
  return part(single ? 'single' : 'declared', {
    ...{ name: folder.name, collection: name, root, extension },
    label: settings.name || nameOfSlug(folder.name),
    title: title ?? undefined,
    nested: isNested ? { subfolders: false } : undefined,
    media: isNested ? '' : `/${root}/${name}`,
    pattern: part(settings.slugs),
    fields: [
      ...(title ? [] : [part('title')]),
      ...own,
      ...part<Form[]>('common'),
      ...(extension === 'md' ? [part('body')] : []),
    ],
  })
}

type ReferenceForms = (to?: readonly string[]) => Form

function formOfField({ name, required, ...shape }: Field, leadingTo: ReferenceForms): Form {
  return { name, label: nameOfSlug(name), ...formOfShape(shape, leadingTo), required }
}

function formOfShape(shape: Omit<Field, 'name' | 'required'>, leadingTo: ReferenceForms): Form {
  const { type, options, of, fields, alt, to } = shape
  if (type === 'reference') return leadingTo(to)
  const kind = type === 'list' && options ? 'choices' : alt ? 'described image' : type
  const item = of && { name: 'item', label: 'Item', ...formOfShape(of, leadingTo) }
  return part(kind, { options, item, fields: fields?.map((field) => formOfField(field, leadingTo)) })
}

/** Returns a form for each entry that is declared: Sveltia has none for entries to come. */
function entries(kind: 'category' | 'tag', workspace: WrittenWorkspace): Form[] {
  const declared = (listFile(workspace, kind) && workspace.lists[kind]) ?? []
  // Sveltia would write 007 as 7.
  const isKept = declared.every(({ slug }) => [slug, 'NaN'].includes(String(Number(slug))))
  return isKept ? declared.map(({ slug, name }) => part('entry', { slug, name })) : []
}
