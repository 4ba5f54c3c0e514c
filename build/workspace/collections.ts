// The collections beside posts whose schema is ours. A row says all in which one differs from the others.
import type * as zod from 'zod'
import type { WorkspaceFolder } from '../discover/discover.ts'
import { imageReference, type UrlReference } from '../extract/url-reference.ts'
import type { ContentFile, FilePaths } from '../parse/file.ts'
import type { Data, Path } from '../parse/yaml/positions.ts'
import { type Mistake, quoted, warning } from '../problems/problem.ts'
import { suggest } from '../problems/suggest.ts'
import type { Kind } from '../schema/id.ts'
import { PLATFORMS } from '../schema/platforms.ts'
import { authorSchema, labelSchema, seriesSchema } from '../schema/schemas.ts'

/** The entry of a file, or of a key in one; `data` is missing if it could not be read. */
export interface EntrySource {
  file: FilePaths
  data: Data | undefined
}

/** The settings on which the values of entries depend. */
export interface EntrySettings {
  defaults: { authorImage: UrlReference | undefined }
}

export interface Collection<Schema extends zod.ZodObject = zod.ZodObject, Values = object> {
  /** The name of the list, on the wire and in front matter. */
  list: 'authors' | 'categories' | 'tags' | 'series'
  /** The key of a post that names entries. */
  key: 'authors' | 'category' | 'tags' | 'series'
  /** The folder, or the file, that declares entries. */
  place: 'authors/' | 'categories.yml' | 'tags.yml' | 'series.yml'
  /** The files that declare entries: one for each, or one that maps slugs to entries. */
  files(folder: WorkspaceFolder): readonly ContentFile[]
  schema: Schema
  /** The values of an entry besides its names, with defaults for those that the file lacks. */
  values(valid: Partial<zod.output<Schema>>, source: EntrySource, settings: EntrySettings): Values
  /** The values of an entry that no file declares, of which only the name is known. */
  blank(settings: EntrySettings): Values
  /** Mistakes that the schema cannot find, each with the path of its value. */
  doubts(valid: Partial<zod.output<Schema>>): { path: Path; mistake: Mistake }[]
}

/** Infers the types of a row. */
function collection<Schema extends zod.ZodObject, Values>(row: Collection<Schema, Values>) {
  return row
}

/** The collections by the word for one entry. */
export const COLLECTIONS = {
  author: collection({
    list: 'authors',
    key: 'authors',
    place: 'authors/',
    files: ({ authors }) => authors,
    schema: authorSchema,
    values: ({ image, bio = '', role = '', socials = [] }, { file, data }, { defaults }) => ({
      image: image === undefined ? defaults.authorImage : imageReference(image, data, ['image'], file),
      ...{ bio, role, socials },
    }),
    blank: ({ defaults }) => ({
      image: defaults.authorImage,
      ...{ bio: '', role: '', socials: [] },
    }),
    // Clients may well know what nobody here has heard of.
    doubts: ({ socials = [] }) =>
      socials.flatMap(({ platform }, index) => {
        const hint = PLATFORMS.has(platform) ? '' : suggest(platform, PLATFORMS)
        if (hint === '') return []
        const message = `${quoted(platform)} is not a platform that clients know.`
        const mistake = warning('unknown-platform', message, hint)
        return [{ path: ['socials', index, 'platform'], mistake }]
      }),
  }),
  category: labels('categories', 'category', ''),
  tag: labels('tags', 'tags', null),
  series: collection({
    list: 'series',
    key: 'series',
    place: 'series.yml',
    files: ({ series }) => [series ?? []].flat(),
    schema: seriesSchema,
    values: ({ description = null, complete = false }) => ({ description, complete }),
    blank: (): { description: string | null; complete: boolean } => ({ description: null, complete: false }),
    doubts: () => [],
  }),
} satisfies Record<Kind, unknown>

function labels<Blank extends string | null>(
  list: 'categories' | 'tags',
  key: 'category' | 'tags',
  blank: Blank,
) {
  return collection({
    list,
    key,
    place: `${list}.yml`,
    files: (folder) => [folder[list] ?? []].flat(),
    schema: labelSchema,
    values: ({ description }): { description: string | Blank } => ({ description: description ?? blank }),
    blank: () => ({ description: blank }),
    doubts: () => [],
  })
}

export const KINDS = Object.keys(COLLECTIONS) as Kind[]

/** An entry as it is declared. */
export type DeclaredEntry<K extends Kind> = {
  id: string
  name: string
  slug: string
  aliases: string[]
} & ReturnType<(typeof COLLECTIONS)[K]['values']>
