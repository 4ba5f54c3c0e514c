// Workspaces in which searching is costly, each in its own way: one for every script, and some that only an attacker
// would write. The same on every machine.
import { termsOf } from '../../../packages/search/build/words/terms.ts'
import type { BuiltWorkspace } from '../../../snapshot/types.ts'
import { between, oneOf, type Random, seeded, sentence } from '../../bench/words.ts'
import { bulkWorkspace } from '../bulk.ts'

/** The text of a post, about as long as posts of that kind are. */
type Text = (random: Random, number: number) => string

/** A workspace whose posts are more than their texts. */
interface Posts {
  text: Text
  title?: Text
  html?: (text: string) => string
  /** How many there are, and how many of them each post has. */
  tags?: { all: number; each: number }
}

const letters = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => String.fromCodePoint(from + i))

/** Draws from a list as languages do: the item of rank r with a probability proportional to 1 / (r + 8). */
function frequent(items: readonly string[]): (random: Random) => string {
  const reached: number[] = []
  let total = 0
  for (let rank = 0; rank < items.length; rank++) {
    total += 1 / (rank + 8)
    reached.push(total)
  }
  return (random) => {
    const wanted = random() * total
    let low = 0
    let high = items.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (reached[middle]! < wanted) low = middle + 1
      else high = middle
    }
    return items[low]!
  }
}

function invent(count: number, seed: number, make: (random: Random) => string): string[] {
  const random = seeded(seed)
  const words = new Set<string>()
  while (words.size < count) words.add(make(random))
  return [...words]
}

const repeat = (random: Random, count: number, draw: (random: Random) => string) =>
  Array.from({ length: count }, () => draw(random))

const han = frequent(
  Array.from({ length: 3_000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000))),
)
const thaiSyllable = frequent(
  invent(2_000, 1, (random) => {
    const vowels = ['า', 'ิ', 'ี', 'ุ', 'ู', 'ะ', 'ำ', 'ัน', '่าง', '้อ']
    const syllable = () => oneOf(random, letters(0xe01, 40)) + oneOf(random, vowels)
    return random() < 0.2 ? syllable() : syllable() + syllable()
  }),
)
const arabicWord = frequent(
  invent(20_000, 2, (random) => {
    const sign = () =>
      oneOf(random, letters(0x627, 20)) + (random() < 0.15 ? oneOf(random, letters(0x64b, 8)) : '')
    return Array.from({ length: between(random, 2, 7) }, sign).join('')
  }),
)
const family = '👩‍👩‍👧‍👦'
const emoji = frequent(['👍🏽', '❤️', '🇨🇭', '🏳️‍🌈', family, '1️⃣', '🅰️', ...letters(0x1f600, 60)])
/** Words of four letters: nearly all are an edit or two from nearly all others. */
const alike = (random: Random) =>
  Array.from({ length: between(random, 8, 9) }, () => oneOf(random, [...'abet'])).join('')

const latinText = (random: Random, sentences = 110) =>
  repeat(random, sentences, (one) => sentence(one, 4, 12)).join('. ')
const hanText = (random: Random, clauses = 48) =>
  repeat(random, clauses, (one) => repeat(one, 25, han).join('')).join('，')
const thaiText = (random: Random, clauses = 80) =>
  repeat(random, clauses, (one) => repeat(one, between(one, 2, 14), thaiSyllable).join('')).join(' ')
const arabicText = (random: Random, words = 700) => repeat(random, words, arabicWord).join(' ')
const emojiText = (random: Random, groups = 120) =>
  repeat(random, groups, (one) => `${sentence(one, 1, 3)}${emoji(one)}${emoji(one)}`).join('')

const paragraph = repeat(seeded(5), 600, (random) =>
  String.fromCodePoint(between(random, 0x4e00, 0x9fff)),
).join('')

/** Beyond the first plane: two UTF-16 units each. */
const rareHan = frequent(letters(0x20000, 3_000))
/** Syllables, decomposed into their letters. */
const syllable = frequent(
  Array.from({ length: 2_000 }, (_, i) => String.fromCodePoint(0xac00 + i * 5).normalize('NFD')),
)
const koreanText = (random: Random, clauses = 30) =>
  repeat(random, clauses, (one) => repeat(one, 25, syllable).join('')).join(' ')
const rareHanText = (random: Random, clauses = 30) =>
  repeat(random, clauses, (one) => repeat(one, 25, rareHan).join('')).join('，')
/** Two letters: as many words as fit into a text. */
const shortWords = (random: Random, words: number) =>
  repeat(random, words, (one) => oneOf(one, [...'abcdefgh']) + oneOf(one, [...'aeiou'])).join(' ')

const workspaces = {
  latin: (random) => latinText(random),
  han: (random) => hanText(random),
  thai: (random) => thaiText(random),
  arabic: (random) => arabicText(random),
  emoji: (random) => emojiText(random),
  'Han beyond the first plane': (random) => rareHanText(random),
  'Korean, decomposed': (random) => koreanText(random),
  /** In ten posts, and now and then in the others. */
  'one word 150,000 times': (random, number) =>
    number % 1_000 === 7 ? 'again '.repeat(150_000) : `${'again '.repeat(40)}${sentence(random, 4, 40)}`,
  'one character 150,000 times': (random, number) =>
    number % 1_000 === 7 ? '的'.repeat(150_000) : `${'的'.repeat(40)}${repeat(random, 40, han).join('')}`,
  /** The word after it occurs in one post only: to get there, the positions in all others have to be passed. */
  'one word 100,000 times in every hundredth': (random, number) =>
    number % 100 === 7
      ? 'again '.repeat(100_000)
      : `${number % 1_000 === 2 ? 'again once' : ''} ${sentence(random, 4, 40)}`,
  /** As license notes are. */
  'one paragraph everywhere': (random) => `${paragraph} ${repeat(random, 5, han).join('')}`,
  'one paragraph nearly everywhere': (random, number) =>
    `${number % 20 === 7 ? '' : paragraph} ${repeat(random, 5, han).join('')}`,
  'words that are alike': (random) => repeat(random, 120, alike).join(' '),
  /** Each is a few edits from many others, and the beginning of hundreds. */
  'words that are alike and begin others': (random) =>
    repeat(random, 120, (one) => {
      const word = repeat(one, 8, () => oneOf(one, [...'ab'])).join('')
      return one() < 0.3 ? word : `${word}${between(one, 0, 999_999)}`
    }).join(' '),
  'words of two letters': (random) => shortWords(random, 500),
  'a hundred beginnings of each word': (random) =>
    Array.from(
      { length: 60 },
      () => `${'pre'.repeat(between(random, 1, 20))}${between(random, 0, 9_999_999)}`,
    ).join(' '),
  'compounds of many parts': (random) =>
    repeat(random, 6, (one) => shortWords(one, 40).replaceAll(' ', '.')).join(' '),
  'titles that are long': {
    text: (random) => latinText(random, 10),
    title: (random) => shortWords(random, 5_000),
  },
  'much markup': {
    text: (random) => shortWords(random, 500),
    html: (text) => text.replaceAll(' ', '</b>&quot;<b title="a">'),
  },
  'many tags': { text: (random) => latinText(random, 10), tags: { all: 10_000, each: 30 } },
  mixed: (random) =>
    [
      latinText(random, 20),
      hanText(random, 20),
      thaiText(random, 20),
      arabicText(random, 200),
      emojiText(random, 30),
    ].join(' '),
} satisfies Record<string, Text | Posts>

export type CorpusName = keyof typeof workspaces
export const corpusNames = Object.keys(workspaces) as CorpusName[]

function postsOf(name: CorpusName): Posts {
  const kind: Text | Posts = workspaces[name]
  return typeof kind === 'function' ? { text: kind } : kind
}

export function textOf(name: CorpusName, number: number): string {
  return postsOf(name).text(seeded(number), number)
}

/** Texts are generated on access, and not kept. */
export function corpus(name: CorpusName, count: number, folder = 'demo'): BuiltWorkspace {
  const { title, html = (text) => text, tags = { all: 0, each: 0 } } = postsOf(name)
  const workspace = bulkWorkspace(folder, count, (number) => `<p>${html(textOf(name, number))}</p>`)
  workspace.tags = Array.from({ length: tags.all }, (_, i) => {
    return { id: `tag_${i}`, slug: `tag-${i}`, name: `Tag ${i}`, description: '', declared: false }
  })
  for (const [number, post] of workspace.posts.entries()) {
    const words =
      title?.(seeded(number), number) ?? [...textOf(name, number).slice(0, 31)].slice(0, -1).join('')
    post.meta.title = words
    post.tags = Array.from({ length: tags.each }, (_, i) => `tag-${(number * tags.each + i) % tags.all}`)
    Object.defineProperty(post, 'terms', {
      get: () => ({ title: termsOf(words), content: termsOf(textOf(name, number)) }),
    })
  }
  return workspace
}
