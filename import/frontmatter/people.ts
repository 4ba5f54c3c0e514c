// Authors: names, keys of a data file, or objects, as files of authors/.
import { absoluteUrl, isSlug, slugify } from '../../build/for-import.ts'
import { cleanName, cut } from '../names.ts'
import type { SourceData, SourceValue } from '../source.ts'
import { KeyedData, textsOf } from './keyed.ts'
import { isData } from './languages.ts'

/** An author as a file of ours has them. */
export interface ImportedAuthor {
  slug: string
  name: string
  role?: string
  bio?: string
  /** A URL, or a path as the source has it. */
  image?: string
  socials: { platform: string; url: string }[]
}

/** The longest text that every post by an author repeats. */
const MAX_TEXT = 10_000

/** Gathers the authors of a workspace. */
export class People {
  readonly authors = new Map<string, ImportedAuthor>()
  readonly #known: ReadonlyMap<string, SourceData>

  constructor(known: Record<string, SourceData>) {
    this.#known = new Map(Object.entries(known).map(([key, data]) => [key.toLowerCase(), data]))
  }

  /** The slugs of the authors that a value names, in order and without repeats. */
  add(value: SourceValue): string[] {
    const slugs = peopleIn(value).flatMap((one) => this.#addOne(one) ?? [])
    return [...new Set(slugs)]
  }

  #addOne(person: string | SourceData): string | undefined {
    const key = typeof person === 'string' ? person : textsOf(person.key ?? person.id ?? person.slug)[0]
    const known =
      key === undefined ? undefined : this.#known.get(key.toLowerCase().replace(/\.(json|ya?ml|md)$/, ''))
    const data = { ...known, ...(typeof person === 'string' ? {} : person) }
    const author = authorOf(data, key)
    if (!author) return undefined
    const before = this.authors.get(author.slug)
    this.authors.set(author.slug, before ? merged(before, author) : author)
    return author.slug
  }
}

/** The keys of an author that stand beside a post's own keys, as Docusaurus 1 had them. */
export function takeAuthors(data: KeyedData): SourceValue {
  const keys = ['authors', 'author', 'byline', 'params.author', 'extra.author', 'extra.authors']
  const key = keys.find((one) => data.at(one) !== undefined)
  const value = key && data.take(key)
  data.take('author')
  const beside: SourceData = {
    url: data.take('authorURL'),
    title: data.take('authorTitle'),
    image: data.take('authorImageURL') ?? data.take('authorImage') ?? data.take('authorAvatar'),
    twitter: data.take('authorTwitter'),
  }
  const isAny = Object.values(beside).some((one) => one !== undefined)
  const single = Array.isArray(value) && value.length === 1 ? value[0] : value
  return isAny && typeof single === 'string' ? { name: single, ...beside } : value
}

function peopleIn(value: SourceValue): (string | SourceData)[] {
  if (typeof value === 'string') {
    const names = value.replace(/\s+/g, ' ').split(/ ?(?:,|;|&|\band\b) /)
    // "Ada Ferrer, Editor" is as likely as two people: only what looks like several full names is split.
    const isSeveral = names.length > 1 && names.every((name) => /^\S+(?:\s+\S+){1,3}$/.test(name.trim()))
    return (isSeveral ? names : [value]).map((name) => name.trim()).filter(Boolean)
  }
  if (Array.isArray(value)) return value.flatMap(peopleIn)
  return isData(value) ? [value] : []
}

function authorOf(data: SourceData, key: string | undefined): ImportedAuthor | undefined {
  const keyed = new KeyedData(data)
  const [written = key ?? ''] = ['name', 'display_name', 'displayName', 'fullName', 'title'].flatMap((one) =>
    textsOf(keyed.at(one)),
  )
  const [, bare = written, mail] = /^(.*?) ?<([^<>\s@]+@[^<>\s]+)>$/.exec(written.replace(/\s+/g, ' ')) ?? []
  const name = bare
    .replace(/<[^<>]*>/g, '')
    .replace(/^@/, '')
    .trim()
  if (name === '') return undefined
  const wanted = key && isSlug(key) ? key : slugify(name)
  const slug = cleanName(cut(wanted, 180)) || `author-${hashOf(name)}`
  const text = (keys: string) => keys.split(' ').flatMap((one) => textsOf(keyed.at(one)))[0]
  const hasName = textsOf(keyed.at('name')).length > 0
  const role = text(`role job position job_title${hasName ? ' title' : ''}`)
  const bio = text('bio description about short_bio')
  const image = text('image_url image avatar.src avatar picture photo profile_image')
  const socials = socialsIn(keyed, mail)
  return {
    slug,
    name: cut(name, MAX_TEXT),
    ...(role ? { role: cut(role, MAX_TEXT) } : {}),
    ...(bio ? { bio: cut(bio, MAX_TEXT) } : {}),
    ...(image && image.length <= MAX_TEXT ? { image } : {}),
    socials,
  }
}

const PROFILES: Readonly<Record<string, string>> = {
  twitter: 'https://x.com/',
  x: 'https://x.com/',
  github: 'https://github.com/',
  linkedin: 'https://www.linkedin.com/in/',
  instagram: 'https://www.instagram.com/',
  facebook: 'https://www.facebook.com/',
  bluesky: 'https://bsky.app/profile/',
  youtube: 'https://www.youtube.com/@',
}

function socialsIn(data: KeyedData, mail: string | undefined): ImportedAuthor['socials'] {
  const found = new Map<string, string>()
  const add = (platform: string, written: string | undefined) => {
    const url = written === undefined ? undefined : profile(platform, written)
    const name = platform.trim().toLowerCase()
    if (url !== undefined && !found.has(url)) found.set(url, PLATFORM.test(name) ? name : 'website')
  }
  for (const key of Object.keys(PROFILES)) {
    for (const place of [key, `socials.${key}`, `social.${key}`, `links.${key}`])
      add(key === 'twitter' ? 'x' : key, textsOf(data.at(place))[0])
  }
  const listed = data.at('socials')
  for (const one of Array.isArray(listed) ? listed.filter(isData) : [])
    add(textsOf(one.platform)[0] ?? 'website', textsOf(one.url)[0])
  for (const key of ['url', 'website', 'web', 'homepage', 'link', 'to', 'site']) {
    const [url] = textsOf(data.at(key))
    if (url) add(PLATFORMS.get(hostOf(url)) ?? 'website', url)
  }
  if (mail && URL.canParse(`mailto:${mail}`)) found.set(`mailto:${mail}`, 'website')
  return [...found].slice(0, MAX_PROFILES).map(([url, platform]) => ({ platform, url }))
}

/** See schema/schemas.ts. */
const PLATFORM = /^[a-z][a-z0-9-]{0,31}$/
const MAX_PROFILES = 100

function profile(platform: string, written: string): string | undefined {
  if (/^https?:/.test(written)) return absoluteUrl(written)
  const base = Object.hasOwn(PROFILES, platform) ? PROFILES[platform] : undefined
  const name = written.replace(/^@/, '').trim()
  return base && /^[\w.-]+$/.test(name) ? base + name : undefined
}

const hostOf = (url: string) => /^https?:\/\/(?:www\.|mobile\.)?([^/:]+)/.exec(url)?.[1] ?? ''

/** The platforms by the hosts of their addresses. */
const PLATFORMS = new Map([
  ['twitter.com', 'x'],
  ...Object.entries(PROFILES).map(([name, url]) => [hostOf(url), name] as const),
])

function merged(before: ImportedAuthor, now: ImportedAuthor): ImportedAuthor {
  const socials = [...before.socials, ...now.socials]
  const unique = [...new Map(socials.map((one) => [one.url, one])).values()]
  return { ...now, ...before, socials: unique }
}

/** A short stable name for a name without letters that a slug could have. */
export function hashOf(name: string): string {
  let hash = 0
  for (const letter of name) hash = (hash * 31 + letter.codePointAt(0)!) % 0xfffffff
  return hash.toString(36)
}
