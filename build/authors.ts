// authors/*.yml: one author a file.
import type { Author } from '../snapshot/types.ts'
import { conform } from './conform.ts'
import type { Data } from './data.ts'
import { type ContentFile, yamlOf } from './file.ts'
import { guarded } from './guarded.ts'
import { derivedId } from './id.ts'
import { pictureOf, type UrlReference } from './link/url-reference.ts'
import { didYouMean } from './nearest.ts'
import { TOP } from './place.ts'
import { type Problem, problemAt, quoted } from './problem.ts'
import { authorSchema, PLATFORMS } from './schema.ts'
import type { Settings } from './settings.ts'
import { slugMistake } from './slug.ts'
import { type Name, repeats } from './unique.ts'

/** An author whose image may still be a file of the workspace. */
export type DeclaredAuthor = Omit<Author, 'image'> & { image: UrlReference | undefined }

/** The declared authors. One with a problem is listed nevertheless, so that posts may name it. */
export function readAuthors(
  files: readonly ContentFile[],
  settings: Settings,
  problems: Problem[],
): DeclaredAuthor[] {
  const read = files.map(
    (file) =>
      guarded(file, problems, (found) => readAuthor(file, settings, yamlOf(file, found), found)) ??
      readAuthor(file, settings, undefined, []),
  )
  problems.push(...repeats(read.flatMap(({ names }) => names)))
  return read.map(({ author }) => author)
}

function readAuthor(
  file: ContentFile,
  settings: Settings,
  written: Data | undefined,
  problems: Problem[],
): { author: DeclaredAuthor; names: Name[] } {
  const slug = file.inside.slice('authors/'.length, -'.yml'.length)
  const mistake = slugMistake(slug, (mend) => `Rename the file to ${mend}.yml.`)
  if (mistake)
    problems.push(problemAt(file.shown, TOP, { ...mistake, message: `The name ${mistake.message}.` }))
  const { value, data } = written
    ? conform(authorSchema, written, file.shown, problems)
    : { value: {}, data: undefined }
  const id = value.id ?? derivedId('author', settings.folder, slug)
  const owner = file.shown
  const names: Name[] = [
    { kind: 'slug', value: slug, owner, file: file.shown, place: TOP },
    { kind: 'id', value: id, owner, file: file.shown, place: data?.place(['id']) ?? TOP },
  ]
  value.socials?.forEach(({ platform }, index) => {
    if (PLATFORMS.has(platform)) return
    const message = `${quoted(platform)} is none of the platforms that clients know.`
    const hint = didYouMean(platform, PLATFORMS, `Known are ${[...PLATFORMS].join(', ')}.`)
    const place = data?.place(['socials', index, 'platform']) ?? TOP
    problems.push(
      problemAt(file.shown, place, { code: 'unknown-platform', severity: 'warning', message, hint }),
    )
  })
  const { name = slug, bio = '', role = '', socials = [] } = value
  const image =
    value.image === undefined ? settings.defaults.authorImage : pictureOf(value.image, data, ['image'], file)
  return { author: { id, name, slug, image, bio, role, socials }, names }
}
