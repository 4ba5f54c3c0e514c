// Posts of made-up words mixed with what makes searching hard: compounds, accents, CJK, symbols. Some are scheduled.
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { between, oneOf, type Random, seeded, sentence } from '../bench/words.ts'
import { bulkWorkspace, type CountedWorkspace } from '../support/bulk.ts'
import type { Text } from './whole.ts'

const hard = [
  'C++ and C#, F# or .NET.',
  'node.js v20.1.0 (LTS)',
  'CVE-2019-5737, CVE-2023-44487;',
  '@scope/name @types/node',
  'snake_case __proto__ constructor toString',
  'JWT认证方式 与 会话',
  '日本語の全文検索はサーバーで',
  'ｻｰﾊﾞｰ ＮＯＤＥ ﬁle',
  '한국어 검색 기능',
  'Straße GROẞ Ångström œuvre',
  "don’t can't rock-n-roll",
  'naïve café ΟΔΟΣ Привет हिन्दी',
  'https://example.org/a/b?c=d&e=f',
  'wait...what?! 100% <b>&amp;</b>',
  '👩‍💻 ❤️ emoji',
  'x'.repeat(80),
]

export interface Invented {
  workspace: CountedWorkspace
  /** The texts of the posts visible at `now`. */
  texts: Text[]
  now: number
}

const scheduled = 25

/** @param words roughly how many each post has */
export function invented(posts: number, words: number): Invented {
  const workspace = bulkWorkspace('demo', posts, () => '')
  const texts = workspace.posts.map((_, id) => textOf(id, words))
  for (const { id, title, content } of texts) {
    workspace.posts[id]!.terms = { title: termsOf(title), content: termsOf(content) }
  }
  return { workspace, texts: texts.slice(scheduled), now: workspace.posts[scheduled]!.publishedAt }
}

function textOf(id: number, words: number): Text {
  const random = seeded(id)
  const parts: string[] = []
  for (let left = words; left > 0; left -= 8) parts.push(`${sentence(random, 4, 12)}.`, ...sometimes(random))
  return { id, title: [sentence(random, 2, 6), ...sometimes(random)].join(' '), content: parts.join('\n') }
}

function sometimes(random: Random): string[] {
  return between(random, 0, 9) === 0 ? [oneOf(random, hard)] : []
}
