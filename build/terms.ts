// categories.yml and tags.yml: slug → { name, description }.
import type { Tag } from '../snapshot/types.ts'
import { conform } from './conform.ts'
import type { Data, Path } from './data.ts'
import { type ContentFile, yamlOf } from './file.ts'
import { guarded } from './guarded.ts'
import { derivedId } from './id.ts'
import { type Problem, problemAt, quoted } from './problem.ts'
import { termSchema } from './schema.ts'
import type { Settings } from './settings.ts'
import { slugMistake } from './slug.ts'
import { type Name, repeats } from './unique.ts'

/**
 * The declared categories or tags. One with a problem is listed nevertheless, so that posts may name it; where the file
 * cannot be read there is no list, and they may name what they like.
 */
export function readTerms(
  kind: 'category' | 'tag',
  file: ContentFile,
  settings: Settings,
  problems: Problem[],
): Tag[] | undefined {
  return guarded(file, problems, (found) => termsIn(kind, file, settings, found))
}

function termsIn(
  kind: 'category' | 'tag',
  file: ContentFile,
  settings: Settings,
  problems: Problem[],
): Tag[] | undefined {
  const data = yamlOf(file, problems)
  const names: Name[] = []
  const slugs = data && slugsIn(data, file, problems)
  if (!slugs) return undefined
  const terms = slugs.map((slug): Tag => {
    const entry = below(data, slug)
    const mistake = slugMistake(slug, (mend) => `Write ${mend}.`)
    if (mistake)
      problems.push(
        problemAt(file.shown, entry.keyPlace([]), { ...mistake, message: `The key ${mistake.message}.` }),
      )
    const { value } = conform(termSchema, entry, file.shown, problems)
    const { id = derivedId(kind, settings.folder, slug), name = slug, description = null } = value
    names.push({ kind: 'slug', value: slug, owner: slug, file: file.shown, place: entry.keyPlace([]) })
    names.push({ kind: 'id', value: id, owner: slug, file: file.shown, place: entry.place(['id']) })
    return { id, name, slug, description }
  })
  for (const problem of repeats(names)) problems.push(problem)
  return terms
}

function slugsIn(data: Data, file: ContentFile, problems: Problem[]): string[] | undefined {
  const value = data.value ?? {}
  if (typeof value === 'object' && !Array.isArray(value)) return Object.keys(value)
  const hint = 'Write slug: { name: …, description: … }.'
  problems.push(
    problemAt(file.shown, data.place([]), {
      code: 'wrong-type',
      message: 'The file must be keys with values.',
      hint,
    }),
  )
  return undefined
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
