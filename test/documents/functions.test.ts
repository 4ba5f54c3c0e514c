// No function is more complex than 25 or longer than 80 lines.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
const RULES = ['noExcessiveCognitiveComplexity', 'noExcessiveLinesPerFunction']

interface Diagnostic {
  message: string
  location: { path: string }
}

test('no function is too complex or too long', () => {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const only = RULES.map((rule) => `--only=complexity/${rule}`)
  const args = [biome, 'lint', ...only, '--reporter=json', '--max-diagnostics=none', ...FOLDERS]
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] }
  expect(diagnostics.map(({ message, location }) => `${location.path}: ${message}`)).toEqual([])
})

test('the rules are on, for everybody who runs the linter', () => {
  const { complexity } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')).linter.rules
  expect(complexity.noExcessiveCognitiveComplexity.options.maxAllowedComplexity).toBe(25)
  expect(complexity.noExcessiveLinesPerFunction.options.maxLines).toBe(80)
})
