// categories.yml and tags.yml: slug → { name, description }.
import { isObject } from '../../snapshot/objects.ts'
import type { Tag } from '../../snapshot/types.ts'
import { type ContentFile, withoutDoubtful, yamlOf } from '../parse/file.ts'
import type { Data, Path } from '../parse/yaml/positions.ts'
import { guarded } from '../parse/yaml-file.ts'
import {
  andThen,
  type Checked,
  noValue,
  type Problem,
  problemAt,
  problemsIn,
  quoted,
} from '../problems/problem.ts'
import { derivedId } from '../schema/id.ts'
import { labelSchema } from '../schema/schemas.ts'
import { slugMistake } from '../schema/slug.ts'
import { validate } from '../schema/validate.ts'
import type { Settings } from './settings.ts'
import { duplicates, namesOf } from './unique.ts'

/** A category or a tag with its earlier slugs. */
export type DeclaredLabel = Tag & { aliases: string[] }

/**
 * The declared categories or tags, including those with a problem, so that posts can still name them. If a part of the file
 * cannot be read there is no list, and posts may name anything.
 */
export function readLabels(
  kind: 'category' | 'tag',
  file: ContentFile,
  settings: Settings,
): Checked<DeclaredLabel[] | undefined> {
  return guarded(file, () =>
    andThen(yamlOf(file), (read) => {
      const { value, problems } = read.data ? labelsIn(kind, read.data, file, settings) : noValue()
      return { value: read.isWhole ? value : undefined, problems: withoutDoubtful(problems, read) }
    }),
  )
}

function labelsIn(
  kind: 'category' | 'tag',
  written: Data,
  file: ContentFile,
  settings: Settings,
): Checked<DeclaredLabel[] | undefined> {
  const entries = written.value ?? {}
  if (!isObject(entries)) {
    const hint = 'Write slug: { name: …, description: … }.'
    const mistake = { code: 'wrong-type', message: 'The file must be a mapping.', hint } as const
    return noValue(problemAt(file.displayPath, written.locationOf([]), mistake))
  }
  const read = Object.keys(entries).map((slug) => {
    const data = below(written, slug)
    const mistake = slugMistake(slug, 'strict', (fixed) => `Write ${fixed}.`)
    const at = data.keyLocationOf([])
    const misnamed = mistake
      ? [problemAt(file.displayPath, at, { ...mistake, message: `The key ${mistake.message}.` })]
      : []
    const read =
      typeof data.value === 'string'
        ? { value: { name: data.value }, data, problems: [bareName(slug, data.value, data, file)] }
        : validate(labelSchema, data, file.displayPath)
    const { id = derivedId(kind, settings.folder, slug), name = slug } = read.value
    const { description = null, aliases = [] } = read.value
    const label = { id, name, slug, description, aliases }
    const names = namesOf(label, { owner: slug, file: file.displayPath }, (path) => ({
      location: path[0] === 'slug' ? at : read.data.locationOf(path),
    }))
    return { value: { label, names }, problems: [...misnamed, ...read.problems] }
  })
  const repeated = duplicates(read.flatMap(({ value }) => value.names))
  return { value: read.map(({ value }) => value.label), problems: [...problemsIn(read), ...repeated] }
}

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
