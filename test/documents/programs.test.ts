// The programs of the system that suites start stand in one list, which .ci/run and the workflow read.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { programs } from '../support/program.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Folders of what no suite runs, and of what a container of its own has. */
const elsewhere = /^(?:bench|compare|fidelity|soak)\//

test('each program that a suite starts or asks for is in the list', () => {
  const asks = /\b(?:isInstalled|isThere|spawn|spawnSync|execFile|execFileSync)\(\s*'([\w.-]+)'/g
  const asked = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !elsewhere.test(path) && !path.includes('node_modules/'))
    .flatMap((path) => [...read(`test/${path}`).matchAll(asks)].map(([, program]) => program!))
  expect(asked).toContain('swift-ring-builder')
  // npm comes with Node.
  expect([...new Set(asked)].filter((program) => program !== 'npm' && !programs.has(program))).toEqual([])
})

test('.ci/run and the workflow install what the list says, and name no package of their own', () => {
  const install =
    "grep -v '^#' .ci/programs | cut -d ' ' -f 1 | xargs apt-get install -y -qq --no-install-recommends --no-upgrade"
  for (const path of ['.ci/run', '.github/workflows/check.yml']) {
    const installing = read(path)
      .split('\n')
      .filter((line) => line.includes('apt-get install'))
    expect(installing.length, path).toBeGreaterThan(0)
    for (const line of installing) expect(line, path).toContain(install)
  }
  expect(read('CONTRIBUTING.md')).toContain('[`.ci/programs`](.ci/programs)')
})
