// Each post as its program makes it, beside what Galley serves.
import { dirname } from 'node:path/posix'
import { decoded } from '../../snapshot/format/address.ts'
import type { ImportedBlog, ImportedPost } from './imported.ts'
import { type Page, pageOf } from './page.ts'
import type { MadePost, Site } from './site.ts'

/** What is compared of a post that both have. */
export const ASPECTS = [
  'address',
  'title',
  'date',
  'text',
  'links',
  'images',
  'code',
  'tables',
  'lists',
  'footnotes',
] as const
export type Aspect = (typeof ASPECTS)[number]

export interface Comparison {
  /** Posts that the program makes: pages in folders of posts, but for those that the report names. */
  posts: number
  /** Of these, those that both show. */
  both: number
  differences: Difference[]
}

export interface Difference {
  /** `lost`: in no list. `hidden`: a draft here. `public`: shown here, and by its program not. `unknown`: an address that the report does not know. */
  kind: Aspect | 'lost' | 'hidden' | 'public' | 'unknown'
  path: string
  /** What the program has and what Galley has, from the first difference on. */
  made: string
  served: string
}

/**
 * @param kind which are compared: any other page that the program makes of a file, and that is not named, is lost
 * @param isBuilt tells whether the program was given a file
 */
export function compare(
  program: Site['program'],
  made: readonly MadePost[],
  { posts: all, named, hosts }: ImportedBlog,
  kind: 'posts' | 'pages',
  isBuilt: (path: string) => boolean = () => true,
): Comparison {
  const differences: Difference[] = []
  const arePosts = kind === 'posts'
  const posts = new Map([...all].filter(([, { collection }]) => (collection === undefined) === arePosts))
  const folders = new Set([...posts.keys()].map(dirname))
  const isPost = (path: string): boolean => folders.has(path) || (path !== '.' && isPost(dirname(path)))
  const isOther = (path: string) => named.has(path) || all.has(path)
  const shown = made.filter(({ path }) => posts.has(path) || (!isOther(path) && isPost(dirname(path))))
  let both = 0
  // Of posts with the same address, the program shows one.
  const found = new Set([...posts.values()].flatMap(({ addresses }) => addresses.map(pathOf)))
  const urls = shown.map(({ url }) => url)
  const isShared = ({ url }: MadePost) =>
    urls.indexOf(url) !== urls.lastIndexOf(url) && found.has(pathOf(url))
  for (const post of shown) {
    const imported = posts.get(post.path)
    if (!imported?.served) {
      const kind = imported ? 'hidden' : 'lost'
      differences.push({ kind, path: post.path, made: post.url, served: imported?.file ?? '' })
      continue
    }
    both++
    const those = between(program, post, imported, imported.served, hosts)
    differences.push(...those.filter(({ kind }) => kind !== 'address' || !isShared(post)))
  }
  const known = new Set(made.map(({ path }) => path))
  for (const [path, { served, file }] of posts)
    if (served && !known.has(path) && isBuilt(path))
      differences.push({ kind: 'public', path, made: '', served: file })
  return { posts: shown.length, both, differences }
}

function between(
  program: Site['program'],
  post: MadePost,
  { addresses, isUnknown, collection }: ImportedPost,
  served: NonNullable<ImportedPost['served']>,
  hosts: ReadonlySet<string>,
): Difference[] {
  const found: Difference[] = []
  const add = (kind: Difference['kind'], made: string, here: string) => {
    if (made === here) return
    let at = 0
    while (made[at] === here[at]) at++
    const from = Math.max(0, at - 30)
    found.push({ kind, path: post.path, made: made.slice(from, at + 90), served: here.slice(from, at + 90) })
  }
  const paths = addresses.map((one) => pathOf(one))
  if (!paths.includes(pathOf(post.url)))
    add(isUnknown ? 'unknown' : 'address', pathOf(post.url), paths.join(', '))
  // What has no title there gets one of its file's name.
  if (post.title !== '') add('title', lettersOf(post.title), lettersOf(served.title))
  if (collection === undefined && !isSameTime(post.date, served.publishedAt))
    add('date', post.date, served.publishedAt)
  const read = (showsKinds: boolean): [Page, Page] => {
    const place = { hosts, url: post.url, showsTitles: program === 'Hexo', showsKinds }
    const page = pageOf(post.html, place)
    return [page, pageOf(served.content, { ...place, frames: page.frames })]
  }
  const pages = [false, true].map(read)
  const [a, b] = pages.find(([one, other]) => one.text === other.text) ?? pages[0]!
  // A heading that repeats the title is taken out.
  for (const title of [post.title, served.title].map((one) => lettersOf(one).toLowerCase()))
    if (a.text.toLowerCase().startsWith(title) && !b.text.toLowerCase().startsWith(title))
      a.text = a.text.slice(title.length).trim()
  for (const aspect of ['text', 'links', 'images', 'code', 'tables', 'lists', 'footnotes'] as const)
    add(aspect, written(a[aspect]), written(b[aspect]))
  return found
}

function written(value: string | number | string[]): string {
  return Array.isArray(value) ? value.join('\n') : String(value)
}

const NOWHERE = { hosts: new Set<string>(), url: '/', showsTitles: false, showsKinds: false }

/** Tags and entities in titles are for the program's own templates. */
function lettersOf(title: string): string {
  return pageOf(title.replace(/<(?![a-z/])/gi, '&lt;'), NOWHERE).text.replace(/[*_`\\]/g, '')
}

/** A date without time is midnight here in UTC, and there often by the clock of the site. */
function isSameTime(made: string, served: string): boolean {
  return (
    Math.abs(Date.parse(made) - Date.parse(served)) < 1_000 ||
    (served.endsWith('T00:00:00.000Z') && made.slice(0, 11) === served.slice(0, 11) && /T00:00:00/.test(made))
  )
}

function pathOf(address: string): string {
  const path = decoded(address.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/s, ''))
  return `/${path
    .replace(/(?:^|\/)index\.html$/, '')
    .replace(/\.html$/, '')
    .replace(/^\/+|\/+$/g, '')}`.normalize('NFC')
}
