// Hostile searches: kinds that are costly in some script, and worse ones found by mutating the costliest.
import { oneOf, type Random } from '../../bench/words.ts'

/** A hostile search. */
export interface Search {
  query: string
  parameters: string
}

const longest = 512
const ways = [
  '',
  '&sort=relevance',
  '&highlight=true&limit=100',
  '&sort=relevance&highlight=true&limit=100&facets=category,tags,authors',
] as const
export const allAtOnce = ways[3]

type Draw = (random: Random, text: string) => string

const wordsOf = (text: string) => text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
const charactersOf = (text: string) => text.match(/\p{L}\p{M}*/gu) ?? ['x']
const distinct = (items: readonly string[]) => [...new Set(items)]
/** Without lone surrogates, which a URL cannot contain. */
const cut = (text: string, length = longest) => [...text.replace(/\p{Cs}/gu, '')].slice(0, length).join('')
const quoted = (text: string) => `"${cut(text.replaceAll('"', ''), longest - 2)}"`
const piece = (random: Random, items: readonly string[], length: number) => {
  const from = Math.floor(random() * Math.max(1, items.length - length))
  return items.slice(from, from + length)
}

const kinds: Record<string, Draw> = {
  'a character': (random, text) => oneOf(random, charactersOf(text)),
  'a word': (random, text) => oneOf(random, wordsOf(text)),
  'lone characters': (_, text) => distinct(charactersOf(text)).join(' '),
  'lone characters in quotes': (_, text) => quoted(distinct(charactersOf(text)).join(' ')),
  'the text apart, in quotes': (random, text) => quoted(piece(random, charactersOf(text), 250).join(' ')),
  'a few of its characters in quotes': (random, text) =>
    quoted(piece(random, charactersOf(text), 3).join(' ')),
  'phrases of two characters': (_, text) => {
    const some = distinct(charactersOf(text))
    return some.map((one, i) => `"${one} ${some[i + 1] ?? one}"`).join(' ')
  },
  'phrases of two words': (_, text) => {
    const some = distinct(wordsOf(text))
    return some.map((one, i) => `"${one} ${some[i + 1] ?? one}"`).join(' ')
  },
  'the text': (_, text) => text,
  'the text in quotes': (_, text) => quoted(text),
  'its words': (_, text) => distinct(wordsOf(text)).join(' '),
  'beginnings of its words': (random, text) =>
    distinct(wordsOf(text).map((word) => word.slice(0, 1 + Math.floor(random() * 3)))).join(' '),
  'one word again and again in quotes': (random, text) => {
    const word = oneOf(random, wordsOf(text)).slice(0, 30)
    return quoted(`${word} `.repeat(longest))
  },
  'one character again and again in quotes': (random, text) =>
    quoted(`${oneOf(random, charactersOf(text))} `.repeat(longest)),
  'a misspelt word': (random, text) => misspelt(random, oneOf(random, wordsOf(text)).slice(0, 8)),
  'four misspelt words': (random, text) =>
    Array.from({ length: 4 }, () => misspelt(random, oneOf(random, wordsOf(text)).slice(0, 12))).join(' '),
  'four misspelt words that no post has': () => 'qatriqat qetriqet qitriqit qotriqot',
  'a misspelt word among others': (random, text) =>
    `${misspelt(random, oneOf(random, wordsOf(text)))} ${distinct(wordsOf(text)).join(' ')}`,
  'words in quotes behind a character': (random, text) =>
    quoted(`${oneOf(random, wordsOf(text))} ${oneOf(random, charactersOf(text))}`),
  'phrases of other characters each': (_, text) =>
    (
      charactersOf(text)
        .join(' ')
        .match(/\S+ \S+/g) ?? []
    )
      .map((pair) => `"${pair}"`)
      .join(' '),
  'misspelt words and every letter': () =>
    `qatriqat qetriqet qitriqit qotriqot ${[...'abcdefghijklmnopqrstuvwxyz'].join(' ')}`,
}

function misspelt(random: Random, word: string): string {
  const at = Math.floor(random() * word.length)
  return `${word.slice(0, at)}${oneOf(random, ['x', 'a', 'e', ''])}${word.slice(at + 1)}`
}

/** One of each kind, made from the beginning of a text, with the costliest parameters. */
export function costlySearches(random: Random, text: string): Record<string, Search> {
  const beginning = text.slice(0, 20 * longest)
  const searches = Object.entries(kinds).map(([kind, draw]) => {
    return [kind, { query: cut(draw(random, beginning)), parameters: allAtOnce }] as const
  })
  return Object.fromEntries(searches)
}

/** A mutation of a search: something left out, doubled, moved, quoted, cut off, or taken from a text. */
export function changed({ query }: Search, random: Random, text: string): Search {
  const words = query.split(' ')
  const at = Math.floor(random() * words.length)
  const other = oneOf(random, Object.values(kinds))(random, text)
  const changes = [
    () => words.toSpliced(at, 1).join(' '),
    () => words.toSpliced(at, 0, words[at]!).join(' '),
    () => words.toSpliced(at, 1, words[at]!.slice(0, -1) || 'a').join(' '),
    () => words.toSpliced(at, 0, oneOf(random, other.split(' '))).join(' '),
    () => `${other} ${query}`,
    () => `${cut(query, longest / 2)} ${other}`,
    () => (query.includes('"') ? query.replaceAll('"', '') : quoted(query)),
    () => `"${words.slice(0, at).join(' ')}" ${words.slice(at).join(' ')}`,
    () => words.toReversed().join(' '),
    () => words.join('') + other,
  ]
  return { query: cut(oneOf(random, changes)()), parameters: oneOf(random, ways) }
}
