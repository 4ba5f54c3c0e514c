// Content to search: what makes finding words hard, one thing per post.

/** After all posts except the scheduled ones. */
export const now = Date.UTC(2026, 5, 1)

/** Title and text by slug, newest first. */
const posts: Record<string, [title: string, text: string]> = {
  languages: ['Languages', 'Written in C++, C#, F# and .NET, all of them.'],
  runtimes: ['Runtimes', 'Moving to node.js v20.1.0 fixes CVE-2019-5737, says @scope/name in snake_case.'],
  markup: [
    'Markup',
    `A <span class="walrus" title="pelican">word</span>, ![a toucan](https://example.org/osprey.png) and a
[link](https://example.org/albatross "heron"), [another][1] and https://example.org/wombat as it stands.

\`\`\`ts badger=1
const lemur = "tapir" // ibex
\`\`\`

[1]: https://example.org/condor`,
  ],
  chinese: ['服务', '使用JWT认证方式登录。'],
  japanese: ['検索', 'サーバーは認証を行う。'],
  korean: ['검색', '한국어 인증 기능'],
  accents: ['Crème brûlée', 'A naïve Straße in Ångström, the ﬁne ＦＵＬＬ width and don’t.'],
  quotes: ['Of mice and men', 'The best laid schemes of mice and men go often awry, the mice say.'],
  men: ['Men', 'Men like mice, and mice like men. A grid, a layout.'],
  grids: ['A grid layout', 'Grid layouts are grids that somebody laid out.'],
  // One character begins two pairs, the other nine; of each, the pair that sorts first comes last.
  pairs: ['组', `x山乙 y山丙. z水壹, ${[...'贰叁肆伍陆柒捌'].map((one) => `水${one}`).join(' ')} w水一`],
  recipe: ['Soup', 'Typography is for tomatoes; typographical is another word. Harbour harbours.'],
  plain: ['Plain', 'Nothing to see here.'],
}

const hidden: Record<string, [title: string, text: string]> = {
  lighthouse: ['Lighthouse', 'Typographer, tomatillo, 認可, grid layout of the harbourmaster'],
}

/** Can leave out the scheduled posts. */
export function library(scheduled: boolean): Record<string, string> {
  return {
    'demo/workspace.yml': 'name: Library\n',
    ...files(posts, '2026-05'),
    ...(scheduled ? files(hidden, '2026-07') : {}),
  }
}

function files(list: typeof posts, month: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(list).map(([slug, [title, text]], i) => {
      const matter = {
        title,
        publishedAt: `${month}-${28 - i}`,
        category: slug < 'l' ? 'early' : 'late',
        authors: ['ada'],
      }
      return [`demo/posts/${slug}.md`, `---\n${JSON.stringify(matter)}\n---\n${text}\n`]
    }),
  )
}
