// Reads the entries that a workspace declares: one in each file of a folder, or all in one file that maps slugs to entries.
import { isObject } from '../../snapshot/objects.ts'
import { type ContentFile, withoutDoubtful, yamlOf } from '../parse/file.ts'
import type { Data, Path } from '../parse/yaml/positions.ts'
import { guardedEach } from '../parse/yaml-file.ts'
import { type Location, WHOLE_FILE } from '../problems/location.ts'
import {
  allOf,
  andThen,
  type Checked,
  noValue,
  type Problem,
  problemAt,
  problemsIn,
  quoted,
} from '../problems/problem.ts'
import { derivedId, type Kind } from '../schema/id.ts'
import { slugMistake } from '../schema/slug.ts'
import { validate } from '../schema/validate.ts'
import { COLLECTIONS, type Collection, type DeclaredEntry, type EntrySource } from './collections.ts'
import type { Settings } from './settings.ts'
import { duplicates, type Name, namesOf } from './unique.ts'

/** An entry as it is written, and where its slug stands. */
interface WrittenEntry extends EntrySource {
  slug: string
  /** The location of the slug. */
  at: Location
  /** The word for the place of the slug, and the hint that changes it. */
  place: 'name' | 'key'
  hintFor(slug: string): string
  /** The entry in messages about its names. */
  owner: string
}

/** The entries that a file declares; `undefined` if it cannot be read. */
type EntriesIn = (file: ContentFile, data: Data | undefined) => Checked<WrittenEntry[] | undefined>

/**
 * The declared entries of a kind, including those with a problem, so that posts can still name them. The result is `undefined` if
 * nothing is declared, or if a part of the file that declares all entries cannot be read: then posts may name anything.
 */
export function readEntries<K extends Kind>(
  kind: K,
  files: readonly ContentFile[],
  settings: Settings,
): Checked<DeclaredEntry<K>[] | undefined> {
  if (files.length === 0) return noValue()
  const isFolder = COLLECTIONS[kind].place.endsWith('/')
  const entriesIn = isFolder ? entryOfFile : entriesOfKeys
  const read = (file: ContentFile, data: Data | undefined) =>
    andThen(entriesIn(file, data), (written) =>
      written ? allOf(written.map((one) => entryOf(kind, one, settings))) : noValue(),
    )
  const found = guardedEach(files, (file) =>
    andThen(yamlOf(file), (recovered) => {
      const { value, problems } = read(file, recovered.data)
      const isKept = isFolder || recovered.isWhole
      return { value: isKept ? value : undefined, problems: withoutDoubtful(problems, recovered) }
    }),
  )
  const values = found.map(({ value }, index) => value ?? read(files[index]!, undefined).value)
  const entries = values.flatMap((value) => value ?? [])
  const repeated = duplicates(entries.flatMap(({ names }) => names))
  return {
    value: values.includes(undefined) ? undefined : entries.map(({ entry }) => entry),
    problems: [...problemsIn(found), ...repeated],
  }
}

/** A file is an entry even if it cannot be read. */
const entryOfFile: EntriesIn = (file, data) => {
  const slug = file.relativePath.slice(file.relativePath.indexOf('/') + 1, -'.yml'.length)
  const hintFor = (fixed: string) => `Rename the file to ${fixed}.yml.`
  const written: WrittenEntry = {
    ...{ file, data, slug, at: WHOLE_FILE, place: 'name', hintFor, owner: file.displayPath },
  }
  return { value: [written], problems: [] }
}

const entriesOfKeys: EntriesIn = (file, data) => {
  if (!data) return noValue()
  const entries = data.value ?? {}
  if (!isObject(entries)) {
    const hint = 'Write slug: { name: …, description: … }.'
    const mistake = { code: 'wrong-type', message: 'The file must be a mapping.', hint } as const
    return noValue(problemAt(file.displayPath, data.locationOf([]), mistake))
  }
  return allOf(
    Object.keys(entries).map((slug): Checked<WrittenEntry> => {
      const own = below(data, slug)
      const written: WrittenEntry = {
        ...{ file, slug, at: own.keyLocationOf([]), place: 'key', owner: slug },
        data: typeof own.value === 'string' ? { ...own, value: { name: own.value } } : own,
        hintFor: (fixed) => `Write ${fixed}.`,
      }
      const problems = typeof own.value === 'string' ? [bareName(slug, own.value, own, file)] : []
      return { value: written, problems }
    }),
  )
}

function entryOf<K extends Kind>(
  kind: K,
  { file, data: written, slug, at, place, hintFor, owner }: WrittenEntry,
  settings: Settings,
): Checked<{ entry: DeclaredEntry<K>; names: Name[] }> {
  const collection: Collection = COLLECTIONS[kind]
  const mistake = slugMistake(slug, 'strict', hintFor)
  const misnamed = mistake
    ? [problemAt(file.displayPath, at, { ...mistake, message: `The ${place} ${mistake.message}.` })]
    : []
  const { value, data, problems } = written
    ? validate(collection.schema, written, file.displayPath)
    : { value: {}, data: undefined, problems: [] }
  const { id = derivedId(kind, settings.folder, slug), name = slug, aliases = [] } = value as Partial<Named>
  const locationOf = (path: Path) => data?.locationOf(path) ?? WHOLE_FILE
  const names = namesOf({ slug, id, aliases }, { owner, file: file.displayPath }, (path) => ({
    location: path[0] === 'slug' ? at : locationOf(path),
  }))
  const doubts = collection
    .doubts(value)
    .map(({ path, mistake }) => problemAt(file.displayPath, locationOf(path), mistake))
  const values = collection.values(value, { file, data }, settings)
  const entry = { id, name, slug, ...values, aliases } as DeclaredEntry<K>
  return { value: { entry, names }, problems: [...misnamed, ...problems, ...doubts] }
}

/** The names that an entry of any kind may have. */
type Named = Pick<DeclaredEntry<Kind>, 'id' | 'name' | 'aliases'>

function bareName(slug: string, name: string, data: Data, file: ContentFile): Problem {
  return problemAt(file.displayPath, data.locationOf([]), {
    code: 'wrong-type',
    message: `${quoted(slug)} must be a mapping.`,
    hint: `Write ${slug}: { name: ${/^[\p{L}\p{N}][^:#,{}[\]]*$/u.test(name) ? name : JSON.stringify(name)} }.`,
  })
}

/** The value of one key of a mapping. */
function below(data: Data, key: string): Data {
  return {
    name: quoted(key),
    value: (data.value as Record<string, unknown>)[key] || {},
    locationOf: (path: Path) => data.locationOf([key, ...path]),
    keyLocationOf: (path: Path) => data.keyLocationOf([key, ...path]),
  }
}
