// How the time of each rule of import grows: four times as much text takes it about four times as long, whatever of its signs is
// repeated. The texts are made of the rule's own example, so that a new rule has them by itself. Where something takes quadratic
// time, it takes sixteen times as long.
import { setFlagsFromString } from 'node:v8'
import { afterAll, expect, test } from 'vitest'
import type { Dialect } from '../../import/source.ts'
import { convert } from '../../import/text/convert.ts'
import { RULES, type TextRule } from '../../import/text/rules.ts'
import { someOf } from '../support/nightly.ts'
import { timesAsLong } from '../support/ratio.ts'
import { EXAMPLES, type Example, optionsOf } from './import-examples.ts'

// V8 stops optimising patterns in a process that has compiled many, as tests of highlighting do: then a pattern that begins by
// looking behind does so at each place.
setFlagsFromString('--no-regexp-optimization')
afterAll(() => setFlagsFromString('--regexp-optimization'))

const SMALL = 5_000
const MOST = 10
/** In milliseconds for four times as much: what takes less is not compared, since other work would count. */
const ENOUGH = 15

/** A text of about that many letters. */
type TextOf = (length: number) => string

/** What is in an example: its words and signs. */
function partsOf(source: string): string[] {
  return source.match(/[\w./:-]*\w|\s+|([^\w\s])\1*/g) ?? []
}

function* textsOf(source: string): Generator<[name: string, TextOf]> {
  const parts = partsOf(source)
  const beginnings = parts.map((_, at) => parts.slice(0, at + 1).join(''))
  const pairs = parts.map((part, at) => part + (parts[at + 1] ?? ''))
  const units = new Set([...parts, ...pairs, ...beginnings, `${source}\n`, `${source}\n\n`])
  const repeated = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length))
  for (const unit of units) {
    yield [`${JSON.stringify(unit)} again and again`, (length) => repeated(unit, length)]
  }
  // Within it, at each place.
  for (const [at, before] of beginnings.entries())
    for (const unit of new Set([...parts, ' ', '\n', 'a', '- ', '\\"'])) {
      yield [
        `${JSON.stringify(unit)} again and again behind ${JSON.stringify(before)}`,
        (length) => `${before}${repeated(unit, length)}b${parts.slice(at + 1).join('')}`,
      ]
    }
  for (const end of [' ', '\n'])
    yield [
      `${JSON.stringify(source)} with names of its own each time`,
      (length) =>
        Array.from(
          { length: length / (source.length + 4) },
          (_, time) => source.replace(/[a-z]\b/, (word) => word + time) + end,
        ).join(''),
    ]
}

/** What takes more than so many times as long for four times as much text. */
async function growing(example: Example, rules: readonly TextRule[]): Promise<string[]> {
  const options = optionsOf(example)
  const found: string[] = []
  for (const [name, textOf] of someOf([...textsOf(example.source)], 8)) {
    const [less, more] = [textOf(SMALL), textOf(4 * SMALL)]
    const before = process.cpuUsage()
    if (!isConverted(() => convert(more, options, rules))) continue
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1000 < ENOUGH) continue
    const growth = (much: string, little: string) =>
      timesAsLong(
        () => convert(much, options, rules),
        () => convert(little, options, rules),
        MOST,
      )
    if ((await growth(more, less)) < MOST) continue
    // Some milliseconds may be those of a collection of garbage; what is quadratic is so of longer texts, too.
    const ratio = await growth(textOf(16 * SMALL), more)
    if (ratio >= MOST) found.push(`${name}: ${Math.round(ratio)} times as long`)
  }
  return found
}

/** Nested too deeply for the stack, a text stays as it is. */
function isConverted(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

test.each(RULES)('the rule $name takes linear time', async (rule) => {
  expect(await growing(EXAMPLES[rule.name]!, [rule])).toEqual([])
})

/** Tags of each program, or what it has instead. */
const TAGS: Record<Dialect, string> = {
  hugo: '{{< a b="c" >}}d{{< /a >}}',
  liquid: '{% a b="c" %}d{% enda %}',
  hexo: '{% a b:c %}d{% enda %}',
  nunjucks: '{% a "b", c="d" %}e{% enda %}',
  forem: '{% link a %}{% cta https://b.example %}c{% endcta %}',
  zola: '{% a(b="c") %}d{% end %}',
  python: '{: .a b="c" }',
  obsidian: '[[a#b|c]] ![[d.png|3]] ==e== %%f%%\ng ^hij\n',
  mdc: '::a{b="c"}\nd\n::',
  none: '<A b="c" d={e}>f</A>',
}

test.each(Object.entries(TAGS))('tags of %s take linear time', async (dialect, source) => {
  const example: Example = { dialect: dialect as Dialect, source, becomes: '', told: [] }
  expect(await growing(example, RULES)).toEqual([])
})
