// The inverted index of a workspace: what its files are written from, and what the next build changes if few posts have changed.
import { columnPieces, unpackColumns } from '../../basics/columns.ts'
import type { Parts } from '../dictionary-lines.ts'
import type { Forms } from './forms.ts'
import type { PostColumns } from './posts.ts'
import type { TermTable } from './table.ts'

export interface InvertedIndex {
  posts: PostColumns
  table: TermTable
  forms: Forms
}

const parts = ['texts', 'postings', 'positions', 'votes', 'records'] as const
const formsOf = (language: string) => `forms ${language}`

/** What is not numbers. */
interface About {
  ids: readonly string[]
  languages: string[]
}

/** @returns what is to be joined */
export function packIndex({ posts, table, forms }: InvertedIndex): Uint8Array[] {
  const { ids, ...columns } = posts
  const about: About = { ids, languages: [...forms.keys()] }
  const { numbers, oldest, newest, signs } = table
  return columnPieces({
    about: Buffer.from(JSON.stringify(about)),
    ...columns,
    numbers,
    oldest,
    newest,
    signs,
    ...Object.fromEntries(parts.map((name) => [name, table[name].bytes])),
    ...Object.fromEntries(parts.map((name) => [startsOf(name), table[name].starts])),
    ...Object.fromEntries([...forms].map(([language, own]) => [formsOf(language), own])),
  })
}

/** @param bytes what `packIndex` gives, joined; the index has views of them */
export function unpackIndex(bytes: Uint8Array): InvertedIndex {
  const columns = unpackColumns<IndexColumns>(bytes)
  const { digests, titleLengths, contentLengths, beyond, numbers, oldest, newest, signs } = columns
  const { ids, languages }: About = JSON.parse(Buffer.from(columns.about).toString())
  const part = (name: TermPart): Parts => ({
    bytes: columns[name],
    starts: columns[startsOf(name)],
  })
  return {
    posts: { ids, digests, titleLengths, contentLengths, beyond },
    table: {
      numbers,
      oldest,
      newest,
      signs,
      texts: part('texts'),
      postings: part('postings'),
      positions: part('positions'),
      votes: part('votes'),
      records: part('records'),
    },
    forms: new Map(languages.map((language) => [language, columns[formsOf(language)] as Uint32Array])),
  }
}

type TermPart = (typeof parts)[number]

type IndexColumns = Record<string, Uint8Array | Uint32Array> &
  Record<'about' | 'digests' | TermPart, Uint8Array> &
  Record<
    | 'titleLengths'
    | 'contentLengths'
    | 'beyond'
    | 'numbers'
    | 'oldest'
    | 'newest'
    | 'signs'
    | `${TermPart}Starts`,
    Uint32Array
  >

function startsOf<Name extends TermPart>(name: Name): `${Name}Starts` {
  return `${name}Starts`
}
