// Names of emoji, for programs that show `:smile:` as 😄.
import { flagOf, keyedConfig, textsOf } from '../frontmatter/keyed.ts'
import { inProse } from '../markdown/prose.ts'
import type { SourceSite } from '../source.ts'

/** Emoji by their names on GitHub, which these programs take theirs from. */
export type Emoji = Readonly<Record<string, string>>

/** Programs that have them unless they are told otherwise. */
const ALWAYS = ['docusaurus', 'nuxt', 'vitepress']

const PLUGIN = /["'](?:jemoji|hexo-filter-github-emojis|markdown-it-emoji|remark-g?emoji|gemoji)["']/

/** Tells whether a site has emoji: by its program, its configuration, or a plugin that it installs. */
export function hasEmoji({ config, tree }: SourceSite, generator: string): boolean {
  const data = keyedConfig(config)
  const flags = ['enableEmoji', 'markdown.render_emoji', 'markdown.emoji'].map((key) => flagOf(data.at(key)))
  const configured = flags.find((flag) => flag !== undefined)
  const plugins = [...textsOf(data.at('plugins')), ...textsOf(data.at('gems'))].map((name) => `"${name}"`)
  const installed = ['package.json', 'Gemfile'].map((path) => tree.textOf(path) ?? '')
  return configured ?? (ALWAYS.includes(generator) || PLUGIN.test([...plugins, ...installed].join('\n')))
}

/** Waits for the names: only sites that have them need these. */
export async function loadEmoji(): Promise<Emoji> {
  const { nameToEmoji } = await import('gemoji')
  return nameToEmoji
}

/** @param text with its code hidden; names that are none of an emoji stay */
export function withEmoji(
  text: string,
  { options: { emoji } }: { options: { emoji?: Emoji | undefined } },
): string {
  if (!emoji) return text
  return inProse(text, /(?<!\\):(?:[\w+-]{1,50}:)+/, (names) => {
    let [result, rest] = ['', names]
    for (let found = NAME.exec(rest); found; found = NAME.exec(rest)) {
      const [whole, name = ''] = found
      const isOne = Object.hasOwn(emoji, name)
      result += isOne ? emoji[name] : `:${name}`
      rest = rest.slice(isOne ? whole.length : whole.length - 1)
    }
    return result + rest
  })
}

const NAME = /^:([\w+-]+):/
