// What is said of damage, by `galley check --snapshot` and by whoever reads: each kind of it, in each kind of file. CONTRIBUTING.md
// says how to write damages.txt anew.
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stemmer } from '@orama/stemmers/english'
import { afterAll, expect, test } from 'vitest'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { pieceBytes, sealOf, sha256 } from '../../snapshot/format/format.ts'
import { chunksOfFile, replaceFile, SealedFile } from '../../snapshot/format/sealed-file.ts'
import { type OpenWorkspace, openSnapshots, type Snapshots } from '../../snapshot/read/snapshots.ts'
import { verifySnapshot } from '../../snapshot/read/verify.ts'
import type { BuiltWorkspace } from '../../snapshot/types.ts'
import { mediaOf, pruneMedia, verifyMedia } from '../../snapshot/write/media.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace, exampleSite } from '../support/bulk.ts'
import { postsBeginning } from '../support/found.ts'
import { overwrite, placeOf } from '../support/sealed.ts'

const root = mkdtempSync(join(tmpdir(), 'galley-damages-'))
afterAll(() => rmSync(root, { recursive: true }))
const data = join(root, 'data')
const into = join(root, 'public/media')

const medium = `a.${sha256('medium').slice(0, 16)}.txt`
const other = `b.${sha256('other').slice(0, 16)}.txt`

function workspace(html: string): BuiltWorkspace {
  const bulk = bulkWorkspace('blog', 40, (number) => `<p>${html} ${number}</p>`)
  const posts = bulk.posts.map((post, number) => ({
    ...post,
    markdown: `Text ${number}`,
    language: 'en',
    terms: { title: termsOf(`Title ${number}`), content: termsOf(`words of number${number}`) },
    redirects: [{ from: `/old-${number}`, to: `/post-${number}`, slug: post.meta.slug }],
  }))
  return { ...bulk, posts, site: exampleSite, stemmers: new Map([['en', stemmer]]), media: [medium] }
}

/** Longer than a piece of it. */
const json = JSON.stringify('x'.repeat(pieceBytes + 5))

function write(html = 'one') {
  const source = join(root, 'source.txt')
  writeFileSync(source, 'medium')
  const workspaces = [{ ...workspace(html), searchIndex: { json, posts: 40 } }]
  const media = { into, sources: new Map([[medium, source]]) }
  return writeSnapshot(data, { workspaces, builtAt: null, preview: null, keepPrevious: false, media })
}

const hash = write().hashes.get('blog')!
const index = readdirSync(data).find((name) => name.includes('search-index'))!
const at = (name: string) =>
  ['current.json', index].includes(name) ? join(data, name) : join(data, hash, name)

/** Without what depends on the machine, the version of Node and what zlib makes. */
const plain = (text: string) =>
  text
    .replaceAll(root, '')
    .replace(/[0-9a-f]{32}/g, '…')
    .replace(
      /it has (\d+) bytes and should have (\d+)/g,
      (_, found, wanted) => `it has ${found - wanted} bytes more`,
    )
    .replace(/Expected .* in JSON.*/, 'it is not JSON')

function said(action: () => unknown): string {
  try {
    const found = action()
    return Array.isArray(found) ? found.map(String).join('; ') || 'nothing' : String(found)
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  }
}

const kinds: Record<string, (path: string) => void> = {
  missing: (path) => rmSync(path),
  cut: (path) => truncateSync(path, readFileSync(path).length - 1),
  longer: (path) => appendFileSync(path, ' '),
  // The last digit of a checksum, in one of them.
  flipped: (path) => flip(path, path.endsWith('deflated.json') ? 1 - 2 / readFileSync(path).length : 0.6),
}

function flip(path: string, share: number): void {
  const bytes = readFileSync(path)
  flipIn(bytes, share)
  writeFileSync(path, bytes)
}

function flipIn(bytes: Buffer, share: number): void {
  bytes[Math.floor(share * bytes.length)]! ^= 1
}

/** With damage that is repaired afterwards. */
function damaged<T>(path: string, damage: (path: string) => void, look: () => T): T {
  const whole = readFileSync(path)
  damage(path)
  try {
    return look()
  } finally {
    writeFileSync(path, whole)
  }
}

const files = ['current.json', 'manifest.json', 'deflated.json', 'short.bin', 'media.json', index]

const names = (workspace = 'blog') => [...mediaOf(data, workspace, hash).keys()]
const all = (search: string) => (one: OpenWorkspace) => postsBeginning(one, search)
const pieces = (snapshots: Snapshots) => {
  const found = snapshots.searchIndex('blog')
  return 'missing' in found ? found.missing : [...found.pieces()].map(({ length }) => length)
}
const allMeta = ({ meta }: OpenWorkspace) => meta.read(0, 40).length

/** A file, where a bit of it is another, and who reads it. */
const readers: [file: string, share: number, read: (one: OpenWorkspace) => unknown][] = [
  ['posts.json', 0.01, allMeta],
  ['posts.json', 0.5, allMeta],
  ['posts.json', 0.99, ({ meta }) => meta.read(39, 40).length],
  ['posts.json', 0.5, ({ meta }) => [meta.read(0, 3).length, meta.read(5, 5).length, meta.length(0)]],
  ['posts.index.bin', 0.9, allMeta],
  ['details.json', 0.5, ({ details }) => details.read(0, 40).length],
  ['content.html.deflated', 0.001, ({ html }) => html.beginning(0, 5).length],
  ['content.html.deflated', 0.99, ({ html }) => html.beginning(39, 5).length],
  ['content.html.deflated', 0.99, ({ html }) => html.beginning(8, 5).length],
  ['content.markdown.deflated', 0.99, ({ markdown }) => markdown.beginning(39, 5).length],
  ['content.markdown.index.bin', 0.5, ({ markdown }) => markdown.length(0)],
  ['names.txt', 0.5, ({ find }) => find('post-3')?.number],
  ['editions.bin', 0.01, ({ digest }) => [digest(40), digest(0)]],
  ['editions.bin', 0.99, ({ digest }) => [digest(0), digest(40)]],
  ['revisions.bin', 0.5, ({ digests }) => digests(0, 40).length],
  ['revisions.bin', 0.5, ({ digests }) => digests(0, 9).length],
  ['terms.txt', 0.5, all('number')],
  ['postings.bin', 0.5, all('number1')],
  ['stems.txt', 0.5, ({ search }) => search().stems.forms('en', 'word', 40, 9)],
  ['search.bin', 0.5, all('words')],
  ['redirects.json', 0.5, ({ redirects }) => redirects().records.read(0, 40).length],
  ['redirects.json', 0.5, ({ redirects }) => [redirects().find('/old-3', 0), redirects().find('/old-3', 4)]],
  ['redirects.bin', 0.5, ({ redirects }) => redirects().count],
  ['suggestions.bin', 0.5, ({ search }) => search().suggestions.titleLines.length],
  ['feeds.bin', 0.5, ({ feeds }) => feeds().language.length],
  ['cuts.bin', 0.5, ({ cuts }) => cuts().html.until.length],
  ['selection.bin', 0.5, ({ list }) => list.selection().featured.length],
  ['list.bin', 0.5, ({ list }) => list.category.length],
  ['workspace.json', 0.5, ({ categories }) => categories.length],
]

function readBy(read: (one: OpenWorkspace, snapshots: Snapshots) => unknown): string {
  const snapshots = openSnapshots(data)
  const found = said(() => {
    const lease = snapshots.lease('blog')
    try {
      return read(lease.workspace, snapshots)
    } finally {
      lease.release()
    }
  })
  const names = [...snapshots.damaged].map((name) => (name === hash ? 'the folder' : name))
  snapshots.close()
  return `${found}${names.length > 0 ? ` (damaged: ${names})` : ''}`
}

test('damage is told as written down', async () => {
  const lines = [
    `whole: ${said(() => verifySnapshot(data))}; ${said(() => verifyMedia(data, into))}; ${readBy((_, all) => pieces(all))}`,
    ...files.flatMap((name) =>
      Object.entries(kinds).map(
        ([kind, damage]) =>
          `${name} ${kind}: ${damaged(at(name), damage, () => said(() => verifySnapshot(data)))}`,
      ),
    ),
    '',
    ...readers.map(
      ([name, share, read]) =>
        `${name} at ${share}: ${damaged(
          placeOf(join(data, hash), name).path,
          () => overwrite(join(data, hash), name, (bytes) => flipIn(bytes, share)),
          () => readBy(read),
        )}`,
    ),
    ...[0.1, 0.9999999].map(
      (share) =>
        `index at ${share}: ${damaged(
          at(index),
          (path) => flip(path, share),
          () => readBy((_, all) => pieces(all)),
        )}`,
    ),
    ...Object.entries(kinds).map(
      ([kind, damage]) =>
        `index ${kind}: ${damaged(at(index), damage, () => readBy((_, all) => pieces(all)))}`,
    ),
    '',
    ...Object.entries(kinds).map(
      ([kind, damage]) =>
        `medium ${kind}: ${damaged(join(into, medium), damage, () => said(() => verifyMedia(data, into)))}`,
    ),
    ...['missing', 'flipped'].map(
      (kind) => `list of media ${kind}: ${damaged(at('media.json'), kinds[kind]!, () => said(names))}`,
    ),
    `list of media of another: ${said(() => names('other'))}`,
    `list of media: ${said(names)}`,
  ]
  // Files that are in order by themselves, but those of another folder.
  const own = readdirSync(join(data, hash)).filter((name) => /deflated|short/.test(name))
  const before = join(root, 'before')
  cpSync(data, before, { recursive: true })
  const second = write('two').hashes.get('blog')!
  for (const name of own) cpSync(join(before, hash, name), join(data, second, name))
  lines.push(`contents of another: ${said(() => verifySnapshot(data))}`)
  await expect(`${lines.map(plain).join('\n')}\n`).toMatchFileSnapshot('damages.txt')
})

test('media that no folder names are removed, and nothing else', () => {
  const folder = join(root, 'pruned')
  mkdirSync(folder)
  const list = join(root, 'lists')
  mkdirSync(list)
  writeFileSync(join(list, 'media.json'), JSON.stringify([medium]))
  const own = [medium, other, '.tmp-media', 'notes.txt', 'c.png']
  for (const name of own) writeFileSync(join(folder, name), '')
  pruneMedia(folder, [list, join(root, 'none')])
  expect(readdirSync(folder).sort()).toEqual([medium, 'c.png', 'notes.txt'].sort())
  pruneMedia(join(root, 'nowhere'), [])
})

test('files are sealed and read in pieces, whatever they are written in', () => {
  const large = Buffer.alloc(2 ** 18, 'ab')
  const written = [
    ['', 'x', large.subarray(0, 2 ** 18 - 2), 'y', 'z', large, large.subarray(1), 'end', large, large, large],
    [],
    [large.subarray(0, 7), 'ü'],
  ]
  for (const [i, parts] of written.entries()) {
    const whole = Buffer.concat(parts.map((part) => Buffer.from(part)))
    const paths = ['closed', 'ended'].map((name) => join(root, `${name}-${i}`))
    const [closed, ended] = paths.map((path) => new SealedFile(path))
    for (const part of parts) {
      closed!.write(part)
      ended!.write(part)
    }
    expect([closed!.close(), ended!.end('last')]).toEqual([
      sealOf(whole),
      sealOf(Buffer.concat([whole, Buffer.from('last')])),
    ])
    expect(readFileSync(paths[0]!).equals(whole)).toBe(true)
    const read = [...chunksOfFile(paths[0]!)]
    expect(Buffer.concat(read).equals(whole)).toBe(true)
    expect(read.every(({ length }) => length <= 2 ** 20 && length > 0)).toBe(true)
    expect(() => new SealedFile(paths[0]!)).toThrow('EEXIST')
  }
})

test('a file that grows while it is read ends where it ended, and one that is cut earlier', () => {
  const path = join(root, 'changing')
  writeFileSync(path, Buffer.alloc(2 ** 20 + 3, 'x'))
  const sizes = (change: () => void) => {
    const found: number[] = []
    for (const { length } of chunksOfFile(path)) {
      found.push(length)
      change()
    }
    return found
  }
  expect(sizes(() => appendFileSync(path, 'more'))).toEqual([2 ** 20, 3])
  expect(sizes(() => truncateSync(path, 2 ** 20))).toEqual([2 ** 20])
})

test('a file is settled before it has its name', () => {
  const [path, temporary] = [join(root, 'named'), join(root, 'temporary')]
  writeFileSync(path, 'old')
  replaceFile(path, temporary, 'new', (settled) => {
    expect([settled, readFileSync(settled, 'utf8'), readFileSync(path, 'utf8')]).toEqual([
      temporary,
      'new',
      'old',
    ])
  })
  replaceFile(join(root, 'another'), temporary, 'x')
  expect([readFileSync(path, 'utf8'), readFileSync(join(root, 'another'), 'utf8')]).toEqual(['new', 'x'])
})
