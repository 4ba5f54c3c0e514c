// What the last build has written of a workspace, for the next one: of a post that is as it was, all is the same.
import { packColumns, unpackColumns } from '../../packages/search/basics/columns.ts'
import type { ContentName, RecordIndexFile } from '../format/format.ts'
import type { BuiltPost } from '../types.ts'
import type { EarlierEditions } from '../visibility/editions.ts'
import type { EarlierRevisions } from '../visibility/revisions.ts'

/** A file of records. */
export interface EarlierRecords {
  /** What it consists of, in several parts: see `EarlierContents`. */
  parts: readonly Uint8Array[]
  index: RecordIndexFile
  /** Hexadecimal SHA-256, by post. */
  digests: readonly string[]
}

/** The contents of all posts in one form. */
export interface EarlierContents {
  /** Of all posts, one after the other, in several parts: to join them takes longer than all else that is done with them. */
  pieces: readonly Uint8Array[]
  /** As in the index. */
  starts: Float64Array
  storedCrc32: Uint32Array
  lengths: Uint32Array
  crc32: Uint32Array
  /** Of each post. */
  digests: readonly string[]
  whole: readonly string[]
}

/** Files that are made of some fields of all posts. */
export interface EarlierLists {
  /** What they depend on besides posts. */
  basis: string
  files: ReadonlyMap<string, Uint8Array | string>
}

export interface EarlierPack {
  /** As posts have them. */
  keys: readonly BuiltPost['key'][]
  /** Hexadecimal SHA-256 of what lists are made of, by post. */
  listed: readonly string[]
  /** By the name of the file. */
  records: ReadonlyMap<string, EarlierRecords>
  /** For builds of the same process. */
  contents: ReadonlyMap<ContentName, EarlierContents>
  lists: EarlierLists
  editions: EarlierEditions
  revisions: EarlierRevisions
}

/** More parts are joined. */
const mostParts = 64

export function fewParts(parts: readonly Uint8Array[]): readonly Uint8Array[] {
  return parts.length > mostParts ? [Buffer.concat(parts)] : parts
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
}

/** Some of the bytes of several parts, in parts. */
export function* between(parts: readonly Uint8Array[], from: number, to: number): Generator<Uint8Array> {
  let start = 0
  for (const part of parts) {
    const end = start + part.length
    if (end > from && start < to) yield part.subarray(Math.max(0, from - start), to - start)
    start = end
  }
}

/** By post: its number in the last build, or -1 if it was not there as it is. */
export function numbersIn(before: EarlierPack['keys'], keys: EarlierPack['keys']): Int32Array {
  const numbers = new Map(before.map((key, number) => [key, number]))
  return Int32Array.from(keys, (key) => (key === undefined ? undefined : numbers.get(key)) ?? -1)
}

/** What is not bytes or numbers. */
interface AboutPack {
  keys: (string | null)[]
  records: string[]
  basis: string
  lists: string[]
  url: string | null | undefined
  /** Of editions, and of revisions. */
  labels: [slug: string, json: string][][][]
}

type LabelsOfKinds = ReadonlyMap<string, string>[]

/** Without contents, which are kept post by post. */
export function packEarlier(pack: EarlierPack): Uint8Array {
  const { keys, listed, records, lists, editions, revisions } = pack
  const entriesOf = (labels: LabelsOfKinds) => labels.map((one) => [...one])
  const about: AboutPack = {
    keys: keys.map((key) => key ?? null),
    records: [...records.keys()],
    basis: lists.basis,
    lists: [...lists.files.keys()],
    url: revisions.url,
    labels: [entriesOf(editions.labels), entriesOf(revisions.labels)],
  }
  return packColumns({
    about: Buffer.from(JSON.stringify(about)),
    listed: fromHex(listed),
    ...Object.fromEntries(
      [...records].flatMap(([name, { parts, index, digests }]) => [
        [`bytes ${name}`, joined(parts)],
        [`starts ${name}`, index.starts],
        [`crc32 ${name}`, index.crc32],
        [`digests ${name}`, fromHex(digests)],
      ]),
    ),
    ...Object.fromEntries([...lists.files].map(([name, content]) => [`list ${name}`, Buffer.from(content)])),
    editions: editions.entries,
    'edition digests': Buffer.from(editions.digests.map((digest) => digest ?? '').join('\n')),
    revisions: revisions.entries,
  })
}

/** @param bytes from `packEarlier`; the result has views of them */
export function unpackEarlier(bytes: Uint8Array): EarlierPack {
  const columns = unpackColumns<Record<string, Uint8Array>>(bytes)
  const column = (name: string) => columns[name]!
  const about: AboutPack = JSON.parse(asBuffer(column('about')).toString())
  const [ofEditions = [], ofRevisions = []] = about.labels
  const ofContents = asBuffer(column('edition digests')).toString('latin1').split('\n')
  const count = about.keys.length
  return {
    keys: about.keys.map((key) => key ?? undefined),
    listed: toHex(column('listed'), count),
    records: new Map(
      about.records.map((name) => {
        const index = {
          starts: column(`starts ${name}`) as Uint8Array | Float64Array as Float64Array,
          crc32: column(`crc32 ${name}`) as Uint8Array | Uint32Array as Uint32Array,
        }
        const digests = toHex(column(`digests ${name}`), count)
        return [name, { parts: [column(`bytes ${name}`)], index, digests }]
      }),
    ),
    contents: new Map(),
    lists: { basis: about.basis, files: new Map(about.lists.map((name) => [name, column(`list ${name}`)])) },
    editions: {
      entries: asBuffer(column('editions')),
      digests: ofContents.map((digest) => (digest === '' ? undefined : digest)),
      labels: ofEditions.map((one) => new Map(one)),
    },
    revisions: {
      entries: asBuffer(column('revisions')),
      url: about.url,
      labels: ofRevisions.map((one) => new Map(one)),
    },
  }
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

function fromHex(digests: readonly string[]): Buffer {
  return Buffer.from(digests.join(''), 'hex')
}

function toHex(bytes: Uint8Array, count: number): string[] {
  const hex = asBuffer(bytes).toString('hex')
  const digits = hex.length / Math.max(1, count)
  return Array.from({ length: count }, (_, i) => hex.slice(i * digits, (i + 1) * digits))
}
