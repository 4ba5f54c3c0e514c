// No function is more complex than 25 or longer than 80 lines, except for those that were when the rule came: functions.json lists them by
// file, and the list only gets shorter. `--update=all` lowers it to what is still needed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { root } from './guide.ts'

const FOLDERS = [
  'api',
  'bin',
  'build',
  'client',
  'create',
  'docs',
  'import',
  'packages',
  'server',
  'snapshot',
].filter((name) => existsSync(join(root, name)))
const RULES = ['noExcessiveCognitiveComplexity', 'noExcessiveLinesPerFunction'] as const

/** The values of functions that are too complex or too long, by rule and file, the worst first. */
type Found = Record<string, Record<string, number[]>>

interface Diagnostic {
  category: string
  message: string
  location: { path: string }
}

const file = new URL('functions.json', import.meta.url)
const listed: Found = JSON.parse(readFileSync(file, 'utf8'))
let found: Found

beforeAll(() => {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const only = RULES.map((rule) => `--only=complexity/${rule}`)
  const args = [biome, 'lint', ...only, '--reporter=json', '--max-diagnostics=none', ...FOLDERS]
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] }
  found = Object.fromEntries(RULES.map((rule) => [rule, {}]))
  for (const { category, message, location } of diagnostics) {
    const [ofRule, path] = [found[category.split('/').at(-1)!]!, location.path.replaceAll('\\', '/')]
    // "Excessive complexity of 26 detected (max: 25)." and "This function has too many lines (98). Maximum allowed is 80."
    ofRule[path] = [...(ofRule[path] ?? []), Number(/\d+/.exec(message)![0])].sort((a, b) => b - a)
  }
  if (process.env.TEST_UPDATES === 'true') writeFileSync(file, `${JSON.stringify(lowered(), null, 2)}\n`)
})

/** The list without what is no longer needed. */
function lowered(): Found {
  const least = (rule: string, path: string, worst: number[]) =>
    worst
      .slice(0, found[rule]![path]?.length ?? 0)
      .map((value, i) => Math.min(value, found[rule]![path]![i]!))
  return Object.fromEntries(
    RULES.map((rule) => {
      const files = Object.entries(listed[rule]!).map(([path, worst]): [string, number[]] => [
        path,
        least(rule, path, worst),
      ])
      return [rule, Object.fromEntries(files.filter(([, worst]) => worst.length > 0))]
    }),
  )
}

test.each(RULES)('no function fails Biome’s %s that did not when the list was made', (rule) => {
  const worse = Object.entries(found[rule]!).filter(([path, values]) =>
    values.some((value, i) => value > (listed[rule]![path]?.[i] ?? 0)),
  )
  expect(Object.fromEntries(worse)).toEqual({})
})

test('the list has nothing that is no longer needed', () => {
  if (process.env.TEST_UPDATES !== 'true') expect(listed).toEqual(lowered())
})

test('the rules are on, for everybody who runs the linter', () => {
  const { complexity } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')).linter.rules
  expect(complexity.noExcessiveCognitiveComplexity.options.maxAllowedComplexity).toBe(25)
  expect(complexity.noExcessiveLinesPerFunction.options.maxLines).toBe(80)
})
