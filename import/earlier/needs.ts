// Finds what posts that stay as they are need of the settings and lists that an import writes, and what its own posts need of
// settings and lists that stay.
import { inferred } from '../../build/for-import.ts'
import type { DefinedField } from '../frontmatter/fields.ts'
import type { Labels } from '../frontmatter/labels.ts'
import { type Note, noteOf } from '../source.ts'
import type { EarlierPost, EarlierWorkspace } from './read.ts'

/** The posts that an import does not write: edited, of somebody's own, or no longer in the source. */
export function standing(earlier: EarlierWorkspace, planned: ReadonlySet<string>): EarlierPost[] {
  return [...earlier.posts.values()].filter(({ file, isOurs }) => !isOurs || !planned.has(file))
}

/** Adds the labels that these posts name, as the workspace declares them. */
export function declareLabels(
  kind: 'category' | 'tag',
  posts: readonly EarlierPost[],
  { lists }: EarlierWorkspace,
  labels: Labels,
): void {
  for (const { category, tags } of posts)
    for (const named of kind === 'tag' ? tags : [category ?? []].flat()) {
      const { slug, name } = lists[kind]?.find((one) => one.slug === named) ?? inferred(named)
      if (!labels.names.has(slug)) labels.names.set(slug, name)
    }
}

/** The parts of settings and lists that the import's posts rely on. */
export interface Needs {
  categories: ReadonlySet<string>
  tags: ReadonlySet<string>
  fields: readonly DefinedField[]
  embeds: ReadonlySet<string>
  hasMath: boolean
  /** The declarations of the collections that have entries. */
  collections: Readonly<Record<string, { fields?: object }>> | undefined
}

/** Notes what is lacking in files that were edited, and so are kept. */
export function lacking(name: string, earlier: EarlierWorkspace, needs: Needs): Note[] {
  const { settings, lists, isEdited } = earlier
  const lacks: [file: string, what: string[]][] = [
    ['categories.yml', without(needs.categories, lists.category)],
    ['tags.yml', without(needs.tags, lists.tag)],
    [
      'workspace.yml',
      [
        ...needs.fields
          .filter(({ name }) => settings.fields?.every((one) => one.name !== name))
          .map(({ name, type }) => `the field ${name} (type: ${type})`),
        ...[...needs.embeds]
          .filter((host) => !settings.embeds.includes(host))
          .map((host) => `${host} in embeds`),
        ...(needs.hasMath && !settings.math ? ['math: true'] : []),
        ...Object.entries(needs.collections ?? {}).flatMap(([name, one]) => {
          const known = settings.collections.find((declared) => declared.name === name)?.fields ?? []
          const lacking = Object.entries(one.fields ?? {}).filter(
            ([field]) => !known.some(({ name }) => name === field),
          )
          if (lacking.length === 0) return []
          return `collections: ${JSON.stringify({ [name]: { fields: Object.fromEntries(lacking) } })}`
        }),
      ],
    ],
  ]
  return lacks.flatMap(([file, what]) =>
    what.length > 0 && isEdited(file)
      ? noteOf(
          'missing',
          `${name}/${file} was edited, so it was kept, and lacks what posts need: ${what.join(', ')}.`,
        )
      : [],
  )
}

function without(slugs: ReadonlySet<string>, declared: readonly { slug: string }[] | undefined): string[] {
  const known = declared && new Set(declared.map(({ slug }) => slug))
  return known ? [...slugs].filter((slug) => !known.has(slug)) : []
}
