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
  const installing = ['.ci', '.github'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .flatMap(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8').split('\n'))
      .filter((line) => /\bapt(?:-get)? install\b/.test(line)),
  )
  expect(installing).toHaveLength(2)
  for (const line of installing) expect(line).toContain(install)
  expect(read('CONTRIBUTING.md')).toContain('[`.ci/programs`](.ci/programs)')
})

test('the workflow runs each script that .ci/run runs, and the nightly suites', () => {
  const workflow = read('.github/workflows/check.yml')
  const scripts = [...read('.ci/run').matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script!)
  expect(scripts).toContain('test:package')
  for (const script of [...scripts, 'test:nightly']) {
    expect(workflow, script).toMatch(new RegExp(`npm run ${script}\\b|'${script}'`))
  }
})
