// Whatever is nested in what: no word that somebody writes vanishes without a problem that says so, safe HTML stays as it is when
// it is made safe again, and twice the text takes about twice the work.
import { expect, test } from 'vitest'
import { compiler } from '../../build/compile/compile.ts'
import { Anchors } from '../../build/compile/html/anchors.ts'
import { sanitise } from '../../build/compile/html/sanitise.ts'
import type { Settings } from '../../build/workspace/settings.ts'
import { between, oneOf, type Random, seeded } from '../bench/words.ts'
import { settings } from '../build/settings.ts'
import { timesAsLong } from '../support/ratio.ts'
import { fixed, tries } from './tries.ts'

const FILE = { displayPath: 'content/blog/posts/a.md', relativePath: 'posts/a.md' }
const HEAD = '---\ntitle: A\npublishedAt: 2026-01-01\nauthors: [a]\ncategory: b\n---\n'
const modes: Partial<Settings>[] = [{}, { html: 'trusted' }, { math: true, embeds: ['video.example'] }]
const compilers = modes.map((mode) => compiler(settings(mode)))

class Writer {
  readonly words: string[] = []
  readonly #random: Random

  constructor(random: Random) {
    this.#random = random
  }

  word(): string {
    const word = `word${this.words.length}x`
    this.words.push(word)
    return word
  }

  #inlines: (() => string)[] = [
    () => this.word(),
    () => `*${this.word()} ${this.inline()}*`,
    () => `\`${this.word()} | ${this.word()}\``,
    () => `[${this.inline()}](https://x.example/${this.word()} "${this.word()}")`,
    () => `![${this.word()}](https://x.example/p.png)`,
    () => `${this.word()}[^${oneOf(this.#random, LABELS)}]`,
    () => `{{ ${this.word()} }} {% ${this.word()} %}`,
    () => `$${this.word()} \\_ _a$ $$${this.word()}$$`,
    () => `[[${this.word()}]] [${this.word()}] (b.md) \\[${this.word()}`,
    () => `<b>${this.inline()}</b> <font>${this.word()}</font> <kbd>${this.word()}`,
    () => `<video src="https://x.example/v.mp4">${this.word()}</video>`,
    () => `<iframe src="https://video.example/1"></iframe> ${this.word()}`,
    () => `${this.word()}@18.3.1 ${this.word()}@x.example www.${this.word()}.example ~~${this.word()}~~`,
    () => `<!-- -->${this.word()}\\\n${this.word()}`,
  ]

  inline(): string {
    return oneOf(this.#random, this.#inlines)()
  }

  #blocks: (() => string)[] = [
    () => `${this.inline()} ${this.inline()}`,
    () => `## ${this.inline()} {#x}`,
    () =>
      `> [!${oneOf(this.#random, ['note', 'TIP', 'Caution', 'other'])}]${between(this.#random, 0, 1) === 0 ? '' : ` ${this.word()}`}\n${quoted(this.block())}`,
    () => quoted(this.block()),
    () => `- ${indented(this.block(), 2)}\n- [ ] ${this.word()}`,
    () => `1. ${indented(this.block(), 3)}`,
    () => `\`\`\`js title="${this.word()}" {1,3}\n${this.word()} [^a]: {{ x }}\n\`\`\``,
    () => `    ${this.word()}\n    [^a]: ${this.word()}`,
    () => `| ${this.inline()} | a |\n|---|---|\n${this.#row()}\n${this.#row()}`,
    () => `:::note ${this.word()}\n${this.inline()}\n:::`,
    () => `$$\n${this.word()} \\\\ ${this.word()}\n$$`,
    () => `<div>\n\n${this.block()}\n\n</div>`,
    () => `<details><summary>${this.word()}</summary>\n${this.word()}\n\n${this.block()}\n</details>`,
    () => `<pre>${this.word()}\n[^a]: ${this.word()}</pre>`,
    () => `<article>${this.word()}</article><main>${this.word()}</main>`,
    () => `[^${oneOf(this.#random, LABELS)}]: ${indented(this.block(), 4)}`,
    () => `${this.word()}\n[^${oneOf(this.#random, LABELS)}]: ${this.word()}\n${this.word()}`,
    () => `***\n${this.word()}\n===`,
  ]

  #row(): string {
    const cells = Array.from({ length: between(this.#random, 1, 4) }, () =>
      this.inline().replaceAll('\n', ' '),
    )
    return `| ${cells.join(' | ')} |`
  }

  block(): string {
    return oneOf(this.#random, this.#blocks)()
  }
}

const LABELS = ['a', 'A', 'b', 'c d', '1']

function quoted(text: string): string {
  return text.replace(/^/gm, '> ')
}

function indented(text: string, columns: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(columns)}`)
}

/** What says that something is left out. */
const LEFT_OUT = new Set(['dropped-html', 'unseen-text'])

test('nothing that is written vanishes without a problem in its block, and safe HTML stays safe', () => {
  for (let seed = 0; seed < tries(240); seed++) {
    const random = seeded(seed)
    const writer = new Writer(random)
    let markdown = ''
    const blocks = Array.from({ length: between(random, 1, 5) }, () => {
      const from = lineAfter(HEAD + markdown)
      const before = writer.words.length
      // Nothing of the next block is still part of this one.
      markdown += `${writer.block()}\n\n<!-- -->\n\n`
      return { from, to: lineAfter(HEAD + markdown), words: writer.words.slice(before) }
    })
    for (const [mode, compile] of compilers.entries()) {
      const { post, problems } = compile(FILE, Buffer.from(HEAD + markdown))
      const note = `seed ${seed}, mode ${mode}:\n${markdown}`
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
      const html = post!.content.html.toLowerCase()
      const lost = blocks.filter(
        ({ from, to, words }) =>
          words.some((word) => !html.includes(word)) &&
          !problems.some(({ code, line }) => LEFT_OUT.has(code) && line >= from && line < to),
      )
      expect(lost, `${note}${post!.content.html}`).toEqual([])
      if (modes[mode]!.html === 'trusted') continue
      const again = sanitise(post!.content.html, new Anchors(), modes[mode]!.embeds)
      expect(withoutPrefix(again), note).toBe(withoutPrefix(post!.content.html))
    }
  }
})

function lineAfter(text: string): number {
  return text.split('\n').length
}

/** Each time, names get it anew. */
function withoutPrefix(html: string): string {
  return html.replaceAll('user-content-', '')
}

fixed(
  'four times the text takes about four times the work, whatever is repeated',
  {
    tags: 'nightly',
  },
  async () => {
    const repeated =
      '[^a] |[^a]: x\n|x\n[^a]: y\n\n|[^|> [!note]\n|:::note\n|{{ x }} |{% x |{% x %}\n\n|$x |$$x |$$\n|[a] (b) |``` js x\n```\n|<Note>\n\n'
    for (const pattern of [...repeated.split('|'), '| a |\n|--|\n| b | c |\n\n']) {
      const compile = (characters: number) => () => {
        const text = `${HEAD}z[^a]\n\n${pattern.repeat(characters / pattern.length)}\n`
        for (const one of [compilers[0]!, compilers[2]!]) one(FILE, Buffer.from(text))
      }
      compile(3_000)()
      // It would be 16.
      expect(await timesAsLong(compile(12_000), compile(3_000), 7), pattern).toBeLessThan(10)
    }
  },
)
