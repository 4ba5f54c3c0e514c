// Which suites run when: CONTRIBUTING.md has a table of the modes. The name of a suite says which of them runs it, and the tag of
// a test, that it waits for the night.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
// For globalSetup, in this process.
import '../build/typescript/register.mjs'
import { nearSuites } from './support/near.ts'
import { LongestFirst, NearestFirst } from './support/order.ts'
import { suites, suitesWith } from './support/suites.ts'

/**
 * What may behave differently on another Node, by prefix of the name: processes, threads and types that are
 * stripped; sockets, streams, compression and files; the function's Request and Response; how V8 and its ICU handle
 * texts, dates and errors. The rest is arithmetic on values, and the snapshots of both are compared byte by byte.
 */
const versions = [
  'api/function',
  'api/stream',
  'build/date',
  'build/determinism',
  'build/files',
  'build/function',
  'build/markdown',
  'build/media',
  'build/public',
  'build/slug',
  'build/url',
  'cli/code-cache',
  'cli/code-frame',
  'cli/colours',
  'cli/command',
  'cli/dev',
  'cli/fingerprint',
  'cli/project',
  'cli/serve',
  'documents/problems',
  'documents/rate-limits',
  'fault/limit-answers',
  'fault/limit-shared',
  'fault/writers',
  'property/hostile-socket',
  'property/normalise',
  'property/tokenize',
  'server/access',
  'server/close',
  'server/connections',
  'server/gzip',
  'server/hook',
  'server/indexnow',
  'server/intact',
  'server/mcp',
  'server/media.',
  'server/monitoring',
  'server/ranges',
  'server/refusals',
  'server/replies',
  'server/static',
  'server/status',
  'server/streams',
  'server/unread',
  'snapshot/printable',
  'snapshot/tokenize',
  'snapshot/write',
]

function beginning(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const found = [...suites('test'), ...suites('long')].filter((path) => path.startsWith(name))
    if (found.length === 0) throw new Error(`test/vitest.config.ts names ${name}, and there is none.`)
    return found
  })
}

/** Suites of what only `galley import` reaches. Nobody else waits for them: `npm test` runs them last. */
const ofImport = /^(?:build|cli|property)\/import\b/

const register = new URL('support/bundle/register.mjs', import.meta.url).href

/**
 * `npm test` runs most code a few times only. V8 optimises what runs four times as often as it would otherwise wait for, which takes
 * a seventh less CPU in all. Later versions of Node have no such option.
 */
const optimising = process.version.startsWith('v20.') ? ['--interrupt-budget=270336'] : []

const triedAgain = () => suitesWith("/tries.ts'")

interface Mode {
  suites(): string[]
  /** The share of random tries, of all that test/property/tries.ts speaks of. */
  tries?: number
}

const modes: Record<string, Mode> = {
  test: { suites: () => suites('test') },
  long: { suites: () => [...suites('long'), ...triedAgain()], tries: 0.1 },
  nightly: {
    suites: () => [
      ...suites('nightly'),
      ...suitesWith("tags: 'nightly'"),
      ...suitesWith("/support/nightly.ts'"),
      ...triedAgain(),
    ],
    tries: 0.4,
  },
  versions: { suites: () => beginning(versions) },
  examples: { suites: () => suites('example') },
  near: { suites: nearSuites },
}

export default defineConfig(({ mode }) => {
  const { suites, tries } = modes[mode]!
  const root = fileURLToPath(new URL('..', import.meta.url))
  const included = [...new Set(suites())]
  const shared = {
    root,
    // What one test compiles, another must not be given; those of the cache have folders of their own.
    env: {
      GALLEY_CACHE: 'off',
      ...(tries !== undefined && { TEST_ALL_TRIES: `${tries}` }),
      ...(mode === 'nightly' && { TEST_NIGHTLY: 'true' }),
      ...(process.argv.some((flag) => flag.startsWith('--update')) && { TEST_UPDATES: 'true' }),
    },
    // Suites share no state, and reimporting everything for each takes longer than running them.
    isolate: false,
    // Suites make much garbage: collecting it takes a tenth of all time otherwise.
    execArgv: ['--max-semi-space-size=64', ...(tries === undefined ? optimising : []), '--import', register],
    // Sources run as they are, here as well.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    maxWorkers: '100%',
    // Only what hangs takes as long, even on a slow and busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    tags: [{ name: 'nightly', description: 'is slow and rarely broken', skip: mode !== 'nightly' }],
  }
  const project = (name: string, paths: string[], groupOrder: number) => ({
    test: { ...shared, name, include: paths.map((path) => `test/${path}`), sequence: { groupOrder } },
  })
  const isLast = (path: string) => mode === 'test' && ofImport.test(path)
  return {
    test: {
      ...shared,
      globalSetup: 'test/support/temporary.ts',
      sequence: { sequencer: mode === 'near' ? NearestFirst(included) : LongestFirst },
      projects: [
        project(
          'galley',
          included.filter((path) => !isLast(path)),
          0,
        ),
        project('import', included.filter(isLast), 1),
      ],
      passWithNoTests: mode === 'near',
    },
  }
})
