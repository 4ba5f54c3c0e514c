// categories.yml and tags.yml: slug → { name, description }.
import type { Tag } from '../../snapshot/types.ts'
import { type Name, repeats } from '../link/unique.ts'
import { type ContentFile, yamlOf } from '../parse/file.ts'
import type { Data, Path } from '../parse/yaml/positions.ts'
import { guarded } from '../parse/yaml-file.ts'
import { andThen, type Checked, nothing, problemAt, problemsIn, quoted } from '../problems/problem.ts'
import { derivedId } from '../schema/id.ts'
import { termSchema } from '../schema/schemas.ts'
import { slugMistake } from '../schema/slug.ts'
import { conform } from '../schema/validate.ts'
import type { Settings } from './settings.ts'

/**
 * The declared categories or tags. One with a problem is listed nevertheless, so that posts may name it; where the file
 * cannot be read there is no list, and they may name what they like.
 */
export function readTerms(
  kind: 'category' | 'tag',
  file: ContentFile,
  settings: Settings,
): Checked<Tag[] | undefined> {
  return guarded(file, () =>
    andThen(
      andThen(yamlOf(file), (data) => (data ? entriesOf(data, file) : nothing())),
      (entries) => (entries ? termsIn(kind, entries, file, settings) : nothing()),
    ),
  )
}

function termsIn(
  kind: 'category' | 'tag',
  entries: readonly Entry[],
  file: ContentFile,
  settings: Settings,
): Checked<Tag[]> {
  const read = entries.map(({ slug, data }) => {
    const mistake = slugMistake(slug, (mend) => `Write ${mend}.`)
    const misnamed = mistake
      ? [problemAt(file.shown, data.keyPlace([]), { ...mistake, message: `The key ${mistake.message}.` })]
      : []
    const { value, problems } = conform(termSchema, data, file.shown)
    const { id = derivedId(kind, settings.folder, slug), name = slug, description = null } = value
    const names: Name[] = [
      { kind: 'slug', value: slug, owner: slug, file: file.shown, place: data.keyPlace([]) },
      { kind: 'id', value: id, owner: slug, file: file.shown, place: data.place(['id']) },
    ]
    return { value: { term: { id, name, slug, description }, names }, problems: [...misnamed, ...problems] }
  })
  const repeated = repeats(read.flatMap(({ value }) => value.names))
  return { value: read.map(({ value }) => value.term), problems: [...problemsIn(read), ...repeated] }
}

/** A key of the file, and what is written under it. */
interface Entry {
  slug: string
  data: Data
}

function entriesOf(data: Data, file: ContentFile): Checked<Entry[] | undefined> {
  const value = data.value ?? {}
  if (typeof value === 'object' && !Array.isArray(value)) {
    return { value: Object.keys(value).map((slug) => ({ slug, data: below(data, slug) })), problems: [] }
  }
  return nothing(
    problemAt(file.shown, data.place([]), {
      code: 'wrong-type',
      message: 'The file must be keys with values.',
      hint: 'Write slug: { name: …, description: … }.',
    }),
  )
}

/** What is written under one key of a mapping. */
function below(data: Data, key: string): Data {
  return {
    name: quoted(key),
    value: new Map(Object.entries(data.value as object)).get(key) ?? {},
    place: (path: Path) => data.place([key, ...path]),
    keyPlace: (path: Path) => data.keyPlace([key, ...path]),
  }
}
