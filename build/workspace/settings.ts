// workspace.yml: the settings for all posts of a workspace.
import type * as zod from 'zod'
import { type Themes, themeNames } from '../../packages/colours/index.ts'
import { isObject } from '../../snapshot/objects.ts'
import type { WorkspaceFolder } from '../discover/discover.ts'
import { imageReference, type UrlReference } from '../extract/url-reference.ts'
import { yamlOf } from '../parse/file.ts'
import type { Data, Path } from '../parse/yaml/positions.ts'
import { guarded } from '../parse/yaml-file.ts'
import { type Location, WHOLE_FILE } from '../problems/location.ts'
import { andThen, type Checked, type Mistake, type Problem, problemAt, quoted } from '../problems/problem.ts'
import { suggest } from '../problems/suggest.ts'
import { declaredNames } from '../schema/collection-name.ts'
import { definitionsSchema, type Field, fieldsIn, nameMistakes } from '../schema/fields.ts'
import { type ImageSettings, imageSettings } from '../schema/images.ts'
import { authorReferences, postSchema, reference } from '../schema/schemas.ts'
import type { SlugStyle } from '../schema/slug.ts'
import { absoluteUrl } from '../schema/url.ts'
import { examplePostUrl, urlPattern } from '../schema/url-pattern.ts'
import { validate } from '../schema/validate.ts'
import {
  atMost,
  bounded,
  choice,
  flag,
  flagOr,
  fromText,
  image,
  language,
  link,
  mapping,
  nonEmpty,
  texts,
  wholeNumber,
} from '../schema/values.ts'
import { COLLECTIONS, KINDS } from './collections.ts'
import { type DeclaredCollection, declarationMistakes, declarationsSchema, declaredIn } from './declared.ts'
import { isKey, KEY_HINT } from './keys.ts'
import type { Defaults, Reference } from './references.ts'

/** A workspace's settings: plain data, so that a worker thread can be given them. */
export interface Settings {
  folder: string
  /** The file in which problems with the settings are reported, or the folder if there is no workspace.yml. */
  displayPath: string
  /** The keys of workspace.yml whose values could not be read: then nothing that they may provide is missing in posts. */
  unread: ReadonlySet<string>
  keys: { value: string[]; areWritten: boolean; location: Location }
  /** `''` if left out. */
  name: string
  description: string
  html: 'safe' | 'trusted'
  /** The style of the slugs of posts. */
  slugs: SlugStyle
  /** The severity of links and media that lead nowhere: after a warning they are left out of the HTML. */
  broken: 'error' | 'warn'
  /** True if formulas between dollar signs keep their source. */
  math: boolean
  /** The colours of code, if it is to have any. */
  code: Themes | undefined
  /** The hosts whose frames stay in safe HTML. */
  embeds: string[]
  /** The URL pattern of posts on the site, and the site's origin. */
  url: string | undefined
  site: string | undefined
  /** The URL of a WebSub hub. */
  hub: string | undefined
  /** Missing if the definitions are invalid: then the fields of posts are not checked. */
  fields: Field[] | undefined
  /** The collections that it declares. */
  collections: DeclaredCollection[]
  /** The collection that these are the settings of, if it is not posts. */
  collection?: DeclaredCollection
  /** A language tag for posts that name none of their own. */
  language: string
  /** `undefined` if there is to be none. */
  searchIndex: SearchIndexSettings | undefined
  /** The settings of what makes images smaller; without it they are as they are. */
  images: ImageSettings | undefined
  defaults: Defaults & {
    coverImage: UrlReference | undefined
    authorImage: UrlReference | undefined
  }
}

/** The only settings on which what a post's file becomes depends. */
export type CompilerSettings = ReturnType<typeof compilerSettings>

export function compilerSettings(settings: Settings) {
  const { folder, unread, html, slugs, math, embeds, site, fields, language, defaults } = settings
  // HTML is the same whatever its colours.
  const code: object | undefined = settings.code && {}
  const { collection } = settings
  return {
    ...{ folder, unread, html, slugs, math, code, embeds, site, fields, language, defaults },
    ...(collection && { collection }),
  }
}

export interface SearchIndexSettings {
  /** The number of bytes of each post's text that are indexed. */
  text: number
}

/**
 * Reads a workspace's settings. Invalid values are replaced by defaults, so that posts can still be checked.
 * @param ownHosts at which the API may be reached
 */
export function readSettings(folder: WorkspaceFolder, ownHosts: readonly string[]): Checked<Settings> {
  const { settings: file } = folder
  if (!file) return settingsIn(folder, undefined, NONE, ownHosts)
  const { value, problems } = guarded(file, () =>
    andThen(yamlOf(file), ({ data, lost }) => settingsIn(folder, data, data ? lost : ALL, ownHosts)),
  )
  return { value: value ?? settingsIn(folder, undefined, ALL, ownHosts).value, problems }
}

type ValidSettings = Partial<zod.output<typeof settingsSchema>>

function settingsIn(
  folder: WorkspaceFolder,
  written: Data | undefined,
  lost: ReadonlySet<string>,
  ownHosts: readonly string[],
): Checked<Settings> {
  const displayPath = folder.settings?.displayPath ?? folder.displayPath
  const names = declaredNames(written?.value)
  const definitions = definitionsWith(names)
  const schema = names.length === 0 ? settingsSchema : settingsSchemaWith(definitions)
  const { value, data, problems } = written
    ? validate(schema, written, displayPath)
    : { value: {}, data: undefined, problems: [] }
  const unread =
    written && !isObject(written.value ?? {}) ? ALL : new Set([...lost, ...invalidKeys(schema, data)])
  const site = value.url === undefined ? undefined : examplePostUrl(value.url)
  const own = [...ownHosts, ...(site ? [site.hostname] : [])]
  const settings: Settings = {
    folder: folder.name,
    displayPath,
    keys: keysIn(value, folder, data),
    name: value.name ?? '',
    description: value.description ?? '',
    html: unread.has('html') || unread.has('embeds') ? 'trusted' : (value.html ?? 'safe'),
    slugs: unread.has('slugs') ? 'relaxed' : (value.slugs ?? 'strict'),
    broken: value.broken ?? 'error',
    math: value.math ?? false,
    code: value.code,
    embeds: (value.embeds ?? []).filter((host) => !own.includes(host)),
    unread,
    url: value.url,
    site: site?.origin,
    hub: value.hub,
    fields: lost.has('fields')
      ? undefined
      : fieldsIn(definedIn(data?.value ?? {}), KEYS_OF_POSTS, definitions),
    collections: declaredIn(data?.value, value.collections, definitions),
    language: value.language ?? 'en',
    searchIndex: value.searchIndex === null ? undefined : (value.searchIndex ?? { text: 0 }),
    images: value.images,
    defaults: defaultsIn(value.defaults, data, displayPath),
  }
  const between = data ? crossKeyMistakes(value, data, settings, own) : []
  return { value: settings, problems: [...problems, ...between] }
}

function keysIn(
  { key, keys }: ValidSettings,
  { name }: WorkspaceFolder,
  data: Data | undefined,
): Settings['keys'] {
  const written = keys ?? (key === undefined ? undefined : [key])
  const location = data?.locationOf([keys ? 'keys' : 'key']) ?? WHOLE_FILE
  return { value: written ?? [name], areWritten: written !== undefined, location }
}

function defaultsIn(
  { authors = [], category, coverImage, authorImage }: NonNullable<ValidSettings['defaults']> = {},
  data: Data | undefined,
  displayPath: string,
): Settings['defaults'] {
  const picture = (written: string | undefined, key: string) =>
    imageReference(written, data, ['defaults', key], { displayPath, relativePath: 'workspace.yml' })
  const reference = (kind: Reference['kind'], target: string, ...path: Path) => {
    const location = data?.locationOf(['defaults', ...path]) ?? WHOLE_FILE
    return { kind, target, file: displayPath, location }
  }
  return {
    authors: authors.map((author, index) => reference('author', author, 'authors', index)),
    category: category === undefined ? [] : [reference('category', category, 'category')],
    coverImage: picture(coverImage, 'coverImage'),
    authorImage: picture(authorImage, 'authorImage'),
  }
}

/** Returns the definitions of the fields of posts. */
function definedIn(settings: unknown): unknown {
  return isObject(settings) ? (settings.fields ?? {}) : undefined
}

function invalidKeys({ shape }: typeof settingsSchema, data: Data | undefined): string[] {
  const schemas = Object.entries(shape)
  const written = new Map(Object.entries(data?.value ?? {}))
  return schemas.flatMap(([key, schema]) => (schema.safeParse(written.get(key)).success ? [] : [key]))
}

const key = fromText((input, fail) =>
  isKey(input) ? input : fail('bad-key', `${quoted(input)} is not a valid key`, KEY_HINT),
)

const host = fromText((input, fail) => {
  const name = hostIn(input)
  if (name !== undefined && name === input.toLowerCase()) return name
  const hint =
    name === undefined ? 'Write the name of a host, such as www.youtube-nocookie.com.' : `Write ${name}.`
  return fail('bad-host', `${quoted(input)} is not the name of a host`, hint)
})

/** The host of a URL, or of a name, as browsers write it: not an address, and not of this machine or network. */
function hostIn(input: string): string | undefined {
  const url = absoluteUrl(/^https?:/i.test(input) ? input : `https://${input}`)
  const name = url && new URL(url).hostname
  return name &&
    /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(name) &&
    !/(^|\.)(local|localhost|internal|home\.arpa)$/.test(name)
    ? name
    : undefined
}

const MAX_HOSTS = 100
const MAX_KEYS = 100

const MAX_TEXT = 100_000

const textBytes = wholeNumber(0, MAX_TEXT, 'a number of bytes')

/** `null` if there is to be none. */
const searchIndex = flagOr(mapping({ text: textBytes.default(0) })).transform((value) => {
  if (value === true) return { text: 0 }
  return value === false ? null : value
})

const theme = fromText((input, fail) => {
  const known = themeNames()
  if (known.length === 0 || known.includes(input)) return input
  const hint = suggest(input, known, 'Write a name of https://shiki.style/themes, such as github-light.')
  return fail('bad-choice', `${quoted(input)} is not a theme of Shiki`, hint)
})

const code = mapping({ light: theme, dark: theme }).refine(() => themeNames().length > 0, {
  message: 'needs Shiki 4, which is not installed',
  params: { code: 'bad-choice', hint: 'Run npm install --save-dev shiki@4 where Galley is installed.' },
})

function definitionsWith(declared: readonly string[]) {
  return definitionsSchema(['posts', ...KINDS.map((kind) => COLLECTIONS[kind].list), ...declared])
}

export const KEYS_OF_POSTS = new Set(Object.keys(postSchema({ fields: [], slugs: 'strict' }).shape))

const REPEATED = 'Shorten it: every feed repeats it.'

export const settingsSchema = settingsSchemaWith(definitionsWith([]))

function settingsSchemaWith(definitions: ReturnType<typeof definitionsSchema>) {
  return mapping({
    name: bounded(nonEmpty, REPEATED).optional(),
    description: bounded(nonEmpty, REPEATED).optional(),
    url: bounded(urlPattern).optional(),
    hub: bounded(link).optional(),
    key: key.optional(),
    keys: atMost(texts(key, 1), MAX_KEYS, 'keys', 'Remove those that nobody uses.').optional(),
    language: language.default('en'),
    defaults: mapping({
      authors: authorReferences.optional(),
      category: reference.optional(),
      coverImage: bounded(image).optional(),
      authorImage: bounded(image).optional(),
    }).optional(),
    fields: definitions.optional(),
    collections: declarationsSchema(definitions).optional(),
    html: choice('safe', 'trusted').default('safe'),
    slugs: choice('strict', 'relaxed').default('strict'),
    broken: choice('error', 'warn').default('error'),
    math: flag.default(false),
    code: code.optional(),
    embeds: atMost(texts(host), MAX_HOSTS, 'hosts', 'Remove those that no post shows.').default([]),
    searchIndex: searchIndex.optional(),
    images: imageSettings.optional(),
  })
}

const NONE: ReadonlySet<string> = new Set()
const ALL: ReadonlySet<string> = new Set(Object.keys(settingsSchema.shape))

/** Mistakes that the schema of a single key cannot find. */
function crossKeyMistakes(
  value: ValidSettings,
  data: Data,
  { displayPath, collections }: Settings,
  ownHosts: readonly string[],
): Problem[] {
  const ofPosts = (name: string) =>
    KEYS_OF_POSTS.has(name) ? 'is a key that every post may have.' : undefined
  const mistakes = nameMistakes(Object(data.value).fields, ['fields'], ofPosts).map(({ path, mistake }) =>
    problemAt(displayPath, data.keyLocationOf(path), mistake),
  )
  for (const { path, mistake, isKey } of declarationMistakes(data.value, collections))
    mistakes.push(problemAt(displayPath, isKey ? data.keyLocationOf(path) : data.locationOf(path), mistake))
  for (const [index, host] of (value.embeds ?? []).entries()) {
    if (!ownHosts.includes(host)) continue
    const mistake: Mistake = {
      code: 'bad-host',
      message: `${quoted(host)} is the host of the site or of the API, where a frame could do whatever the page can.`,
      hint: 'Remove it.',
    }
    mistakes.push(problemAt(displayPath, data.locationOf(['embeds', index]), mistake))
  }
  if (value.key !== undefined && value.keys !== undefined) {
    const mistake: Mistake = {
      code: 'bad-key',
      message: 'Both key and keys are given.',
      hint: 'List them all in keys.',
    }
    mistakes.push(problemAt(displayPath, data.keyLocationOf(['key']), mistake))
  }
  return mistakes
}
