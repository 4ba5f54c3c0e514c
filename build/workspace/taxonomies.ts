// The lists of a workspace: declared in files, or inferred from what its posts name.
import { compareCodePoints } from '../../snapshot/format/order.ts'
import { fold } from '../../snapshot/search/fold.ts'
import type { BuiltWorkspace, Category, Tag } from '../../snapshot/types.ts'
import type { Folder } from '../discover/discover.ts'
import type { UrlReference } from '../link/url-reference.ts'
import { type Checked, nothing, problemsIn } from '../problems/problem.ts'
import { derivedId } from '../schema/id.ts'
import { isSlug, nameOfSlug, slugLike } from '../schema/slug.ts'
import { type DeclaredAuthor, readAuthors } from './authors.ts'
import { readTerms } from './labels.ts'
import type { Reference } from './references.ts'
import type { Settings } from './settings.ts'

/** What a workspace declares; undefined where posts name what they like. */
export interface Lists {
  author: DeclaredAuthor[] | undefined
  category: Category[] | undefined
  tag: Tag[] | undefined
}

export function readLists({ authors, categories, tags }: Folder, settings: Settings): Checked<Lists> {
  const author = authors.length > 0 ? readAuthors(authors, settings) : nothing()
  const category = categories ? readTerms('category', categories, settings) : nothing()
  const tag = tags ? readTerms('tag', tags, settings) : nothing()
  const asCategory = ({ description, ...tag }: Tag): Category => ({ ...tag, description: description ?? '' })
  return {
    value: { author: author.value, category: category.value?.map(asCategory), tag: tag.value },
    problems: problemsIn([author, category, tag]),
  }
}

interface Named {
  slug: string
  name: string
}

/** What a reference means where nothing is declared: a slug gives its name, a name its slug. */
export function inferred(target: string): Named {
  return isSlug(target)
    ? { slug: target, name: nameOfSlug(target) }
    : { slug: slugLike(target), name: target }
}

/** The slug a reference stands for. */
export function slugOf({ kind, target }: Reference, lists: Lists): string {
  return lists[kind] ? target : inferred(target).slug
}

/**
 * The lists with what `references` name where nothing is declared. `references` begin with the oldest post's: an
 * entry has the name it was first given, so that a later post, not yet visible, changes nothing.
 * @param urlOf where an image is served
 */
export function completeLists(
  lists: Lists,
  references: readonly Reference[],
  { folder, defaults }: Settings,
  urlOf: (image: UrlReference | undefined) => string,
): Pick<BuiltWorkspace, 'authors' | 'categories' | 'tags'> {
  const entries = (kind: Reference['kind']) =>
    namedIn(references, kind).map((entry) => ({ id: derivedId(kind, folder, entry.slug), ...entry }))
  const blank = { image: defaults.authorImage, bio: '', role: '', socials: [] }
  return {
    authors: (lists.author ?? entries('author').map((entry) => ({ ...entry, ...blank })))
      .map((author) => ({ ...author, image: urlOf(author.image) }))
      .sort(byName),
    categories: (lists.category ?? entries('category').map((entry) => ({ ...entry, description: '' })))
      .map((category) => ({ ...category, declared: lists.category !== undefined }))
      .sort(byName),
    tags: (lists.tag ?? entries('tag').map((entry) => ({ ...entry, description: null })))
      .map((tag) => ({ ...tag, declared: lists.tag !== undefined }))
      .sort(byName),
  }
}

function namedIn(references: readonly Reference[], kind: Reference['kind']): Named[] {
  const first = new Map<string, Named>()
  for (const reference of references.filter((one) => one.kind === kind)) {
    const entry = inferred(reference.target)
    if (!first.has(entry.slug)) first.set(entry.slug, entry)
  }
  return [...first.values()]
}

/** By name as search folds it, then by slug. */
function byName(a: Named, b: Named): number {
  return compareCodePoints(fold(a.name), fold(b.name)) || compareCodePoints(a.slug, b.slug)
}
