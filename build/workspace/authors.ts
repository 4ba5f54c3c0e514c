// authors/*.yml: one author per file.
import type { Author } from '../../snapshot/types.ts'
import { imageReference, type UrlReference } from '../extract/url-reference.ts'
import { type ContentFile, withoutDoubtful, yamlOf } from '../parse/file.ts'
import type { Data, Path } from '../parse/yaml/positions.ts'
import { guardedEach } from '../parse/yaml-file.ts'
import { WHOLE_FILE } from '../problems/location.ts'
import { andThen, type Checked, type Problem, problemAt, problemsIn, quoted } from '../problems/problem.ts'
import { suggest } from '../problems/suggest.ts'
import { derivedId } from '../schema/id.ts'
import { PLATFORMS } from '../schema/platforms.ts'
import { authorSchema } from '../schema/schemas.ts'
import { slugMistake } from '../schema/slug.ts'
import { validate } from '../schema/validate.ts'
import type { Settings } from './settings.ts'
import { duplicates, type Name, namesOf } from './unique.ts'

/** An author whose image may still be a file of the workspace. */
export type DeclaredAuthor = Omit<Author, 'image'> & { image: UrlReference | undefined; aliases: string[] }

/** The declared authors, including those with a problem, so that posts can still name them. */
export function readAuthors(files: readonly ContentFile[], settings: Settings): Checked<DeclaredAuthor[]> {
  const found = guardedEach(files, (file) =>
    andThen(yamlOf(file), (read) => {
      const { value, problems } = authorIn(file, settings, read.data)
      return { value, problems: withoutDoubtful(problems, read) }
    }),
  )
  const read = files.map((file, i) => {
    const { value, problems } = found[i]!
    return { value: value ?? authorIn(file, settings, undefined).value, problems }
  })
  const repeated = duplicates(read.flatMap(({ value }) => value.names))
  return { value: read.map(({ value }) => value.author), problems: [...problemsIn(read), ...repeated] }
}

function authorIn(
  file: ContentFile,
  settings: Settings,
  written: Data | undefined,
): Checked<{ author: DeclaredAuthor; names: Name[] }> {
  const slug = file.relativePath.slice('authors/'.length, -'.yml'.length)
  const mistake = slugMistake(slug, 'strict', (fixed) => `Rename the file to ${fixed}.yml.`)
  const misnamed = mistake
    ? [problemAt(file.displayPath, WHOLE_FILE, { ...mistake, message: `The name ${mistake.message}.` })]
    : []
  const { value, data, problems } = written
    ? validate(authorSchema, written, file.displayPath)
    : { value: {}, data: undefined, problems: [] }
  const id = value.id ?? derivedId('author', settings.folder, slug)
  const owner = file.displayPath
  const { aliases = [] } = value
  const locationOf = (path: Path) => data?.locationOf(path) ?? WHOLE_FILE
  const names = namesOf({ slug, id, aliases }, { owner, file: owner }, (path) => ({
    location: path[0] === 'slug' ? WHOLE_FILE : locationOf(path),
  }))
  const misspelt = (value.socials ?? []).flatMap(({ platform }, index): Problem[] => {
    const hint = PLATFORMS.has(platform) ? '' : suggest(platform, PLATFORMS)
    // Clients may well know what nobody here has heard of.
    if (hint === '') return []
    const message = `${quoted(platform)} is not a platform that clients know.`
    const location = locationOf(['socials', index, 'platform'])
    return [
      problemAt(file.displayPath, location, { code: 'unknown-platform', severity: 'warning', message, hint }),
    ]
  })
  const { name = slug, bio = '', role = '', socials = [] } = value
  const image =
    value.image === undefined
      ? settings.defaults.authorImage
      : imageReference(value.image, data, ['image'], file)
  const author = { id, name, slug, image, bio, role, socials, aliases }
  return { value: { author, names }, problems: [...misnamed, ...problems, ...misspelt] }
}
