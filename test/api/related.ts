// Which posts are related: each rule by posts of its own, whose words and tags no others have. Of 100 visible posts, a word may be in
// 10, and a tag in 33.
import { type Files, postFile } from '../support/workspace.ts'

interface Post {
  text: string
  title?: string
  tags?: readonly string[]
}

/** Words that nothing else has, in letters. */
const words = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => prefix + letters(i))
const letters = (number: number) =>
  String.fromCharCode(97 + Math.floor(number / 26)) + String.fromCharCode(97 + (number % 26))

/** As many posts that are alike. */
const several = (name: string, count: number, post: Post) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}-${i}`, post]))

/** So many bytes of one word. */
const long = (word: string, bytes: number) => `${word} `.repeat(Math.ceil(bytes / (word.length + 1)))

const kin = words('kin', 33)

const posts: Record<string, Post> = {
  ...several('ten', 10, { text: 'tenfold' }),
  ...several('eleven', 11, { text: 'elevenfold' }),
  ...several('third', 33, { text: 'x', tags: ['third', 'more', 'Year 2026', 'anno-1999'] }),
  'one-more': { text: 'x', tags: ['more', 'Year 2026', 'anno-1999'] },

  often: { text: 'walnut quince quince' },
  'often-rare': { text: 'walnut' },
  'often-frequent': { text: 'quince' },

  titled: { title: 'Medlar', text: 'damson' },
  'titled-text': { text: 'damson' },
  'titled-title': { text: 'medlar' },

  close: { text: `${words('near', 15).join(' ')} ${words('some', 10).join(' ')} chance` },
  'close-most': { text: words('near', 15).join(' ') },
  'close-some': { text: words('some', 10).join(' ') },
  'close-chance': { text: `chance ${long('chancery', 900)}` },

  // The one that is not searched for is the first in the text, and the last by code point.
  searched: { text: [kin[32], ...kin.slice(0, 32)].join(' ') },
  ...Object.fromEntries(
    [0, 1, 2].map((i) => [
      `searched-${i}`,
      { text: `${kin.slice(i * 10, i * 10 + (i === 2 ? 11 : 10)).join(' ')} ${long(`stone${i}`, 300)}` },
    ]),
  ),
  'searched-last': { title: kin[31]!, text: kin[31]! },
  'searched-not': { title: kin[32]!, text: kin[32]! },

  'looked-up': { text: `${words('up', 127).join(' ')} ${words('up', 127).join(' ')} sorrel` },
  'looked-up-last': { text: 'sorrel' },
  'not-looked-up': { text: `${words('low', 128).join(' ')} ${words('low', 128).join(' ')} tansy` },
  'not-looked-up-last': { text: 'tansy' },

  early: { text: `${long('early', 11_900)} yarrow` },
  'early-yarrow': { text: 'yarrow' },
  late: { text: `${long('lately', 12_100)} comfrey` },
  'late-comfrey': { text: 'comfrey' },

  odd: { text: "q zan't 40417 host.example plain" },
  'odd-letter': { text: 'q' },
  // Only the part before it counts, or this would be the best.
  'odd-apostrophe': { text: "zan't" },
  'odd-number': { text: '40417' },
  'odd-parts': { text: 'host example' },
  'odd-dotted': { text: 'host.example' },
  'odd-plain': { text: 'plain plainly' },

  time: { text: 'x', tags: ['Was 2100', 'a20191', 'in2019'] },
  'time-none': { text: 'x', tags: ['Was 2100'] },
  'time-more': { text: 'x', tags: ['a20191', 'in2019'] },

  mention: { text: 'fennel dill dill' },
  'mention-once': { title: 'Fennel', text: 'x' },
  'mention-twice': { text: `dill ${long('dilly', 600)}` },

  weigh: { text: 'saffron saffron thyme', tags: ['Spice'] },
  'weigh-once': { text: 'thyme' },
  'weigh-tagged': { text: 'x', tags: ['Spice'] },
  'weigh-often': { text: `saffron ${long('saffrons', 350)}` },

  ...several('other', 4, { text: 'x' }),
}
const hidden = {
  'hidden-ten': { text: 'tenfold sorrel tansy' },
  'hidden-tag': { text: 'x', tags: ['third'] },
}

function filesOf(folder: string, posts: Record<string, Post>, date: (i: number) => string): Files {
  return Object.fromEntries(
    Object.entries(posts).map(([slug, { text, title = '1', tags = [] }], i) => {
      const lines = { title: `"${title}"`, publishedAt: date(i), tags: JSON.stringify(tags) }
      return [`${folder}/posts/${slug}.md`, postFile({ ...lines, description: '""' }, `${text}\n`)]
    }),
  )
}
const past = (i: number) => new Date(Date.UTC(2026, 4, 1) - i * 86_400_000).toISOString()
const few = (name: string, count: number) => ({
  ...several(name, count, { text: `${name}fold`, tags: ['Few'] }),
  other: { text: 'x' },
})

export const relatedFiles: Files = {
  ...filesOf('rules', posts, past),
  ...filesOf('rules', hidden, () => '2030-01-01'),
  ...filesOf('eight', few('eight', 8), past),
  ...filesOf('nine', few('nine', 9), past),
}

/** What a post of `rules` is related by, and to which posts. */
export const relatedRules: [rule: string, slug: string, related: string[]][] = [
  ['a word that a tenth of the posts have, to five', 'ten-3', [0, 1, 2, 4, 5].map((i) => `ten-${i}`)],
  ['no word that more have', 'eleven-3', []],
  ['a tag that a third of them have', 'third-9', [0, 1, 2, 3, 4].map((i) => `third-${i}`)],
  ['no tag that more have', 'one-more', []],
  ['words that it repeats, first', 'often', ['often-frequent', 'often-rare']],
  ['words of its title, first', 'titled', ['titled-title', 'titled-text']],
  ['what it mentions only once, last', 'mention', ['mention-twice', 'mention-once']],
  ['tags, between words', 'weigh', ['weigh-often', 'weigh-tagged', 'weigh-once']],
  ['more than chance', 'close', ['close-most', 'close-some']],
  ['32 words', 'searched', ['searched-2', 'searched-0', 'searched-1', 'searched-last']],
  ['the rare ones of its 128 most frequent words', 'looked-up', ['looked-up-last']],
  ['none of the others', 'not-looked-up', []],
  ['its first 12,000 bytes', 'early', ['early-yarrow']],
  ['no more of it', 'late', []],
  ['words with letters; names as a whole', 'odd', ['odd-plain', 'odd-apostrophe', 'odd-dotted']],
  ['the parts of names that others have', 'odd-parts', ['odd-dotted', 'odd']],
  ['tags that are not of a time', 'time', ['time-more', 'time-none']],
]
