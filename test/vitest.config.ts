// `npm test` runs every suite that finishes within seconds. The long ones are named *.long.ts and run by
// `npm run test:long`, and so are properties that are tried more often there; `npm run test:versions` is for another
// version of Node.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
// For globalSetup, in this process.
import '../build/typescript/register.mjs'

/** The suites that take longest, longest first: one that starts last would run alone while the other core idles. */
const longest = [
  'fault/nested.long',
  'fault/hostile-memory.long',
  'documents/publishing.long',
  'fault/bucket.long',
  'fault/unread.long',
  'fault/damage.long',
  'build/hostile-html.long',
  'property/stretches-large.long',
  'fault/namespaces.long',
  'property/slips.long',
  'fault/hostile-files.long',
  'fault/hostile-random.long',
  'fault/limit-processes.long',
  'fault/marks.long',
  'documents/browser.long',
  'documents/desk-edit.long',
  'property/parity.long',
  'build/corpus.long',
  'property/search-costly.long',
  'property/import-bounds.long',
  'build/code.long',
  'fault/kill.long',
  'fault/memory.long',
  'fault/many-workspaces.long',
  'cli/content-commands.long',
  'property/output.long',
  'fault/proxies.long',
  'property/rebuild.long',
  'fault/large-media.long',
  'fault/limit-outage.long',
  'examples/restart.long',
  'cli/terminal.long',
  'api/sitemap.long',
  'cli/output.long',
  'property/stretches.long',
  'server/bucket.test',
  'cli/dev.test',
  'cli/transcript.test',
  'build/import.test',
  'server/streams.test',
  'cli/command.test',
  'build/code.test',
  'build/function.test',
  'property/gzip.test',
  'server/hooks.test',
  'cli/serve.test',
  'server/push.test',
  'server/intact.test',
  'cli/outputs.test',
  'api/turns.test',
  'cli/builder.test',
  'build/search-index.test',
  'build/determinism.test',
  'build/cache.test',
  'build/public.test',
  'documents/problems.test',
  'server/costly.test',
  'documents/rate-limits.test',
]

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
  'fault/leases',
  'fault/limit-answers',
  'fault/limit-shared',
  'fault/limit-slow',
  'fault/limit-standstill',
  'fault/writers',
  'property/hostile-socket',
  'property/normalise',
  'property/tokenize',
  'server/',
  'snapshot/printable',
  'snapshot/tokenize',
  'snapshot/write',
]

const suites = readdirSync(fileURLToPath(new URL('.', import.meta.url)), {
  recursive: true,
  encoding: 'utf8',
})
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /^(?!bench\/|vercel\/).*\.(?:test|long|example)\.ts$/.test(path))

function beginning(names: readonly string[], ending: string): string[] {
  return names.flatMap((name) => {
    const found = suites.filter((path) => path.startsWith(name) && path.endsWith(ending))
    if (found.length === 0) throw new Error(`test/vitest.config.ts names ${name}, and there is none.`)
    return found
  })
}

/** Whether a suite that `npm test` runs, too, tries more in the long run. */
function triesMore(path: string): boolean {
  return readFileSync(new URL(path, import.meta.url), 'utf8').includes("/tries.ts'")
}

const register = new URL('support/bundle/register.mjs', import.meta.url).href

const places = beginning(longest, '.ts')

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.sort((a, b) => placeOf(a) - placeOf(b))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = places.findIndex((path) => moduleId.endsWith(`/${path}`))
  return place === -1 ? places.length : place
}

/**
 * `npm test` runs most code a few times only. V8 optimises what runs four times as often as it would otherwise wait for, which takes
 * a seventh less CPU in all. Later versions of Node have no such option.
 */
const optimising = process.version.startsWith('v20.') ? ['--interrupt-budget=270336'] : []

const modes: Record<string, string[]> = {
  long: suites.filter((path) => path.endsWith('.long.ts') || triesMore(path)),
  versions: beginning(versions, '.test.ts'),
  examples: suites.filter((path) => path.endsWith('.example.ts')),
}

export default defineConfig(({ mode }) => {
  const long = mode === 'long'
  const included = modes[mode] ?? suites.filter((path) => path.endsWith('.test.ts'))
  return {
    test: {
      root: fileURLToPath(new URL('..', import.meta.url)),
      include: included.map((path) => `test/${path}`),
      // What one test compiles, another must not be given; those of the cache have folders of their own.
      env: { GALLEY_CACHE: 'off', ...(long && { TEST_ALL_TRIES: '0.3' }) },
      globalSetup: ['test/support/temporary.ts', 'test/support/bundle/bundle.ts'],
      // Suites share no state, and reimporting everything for each takes longer than running them.
      isolate: false,
      // Suites make much garbage: collecting it takes a tenth of all time otherwise.
      execArgv: ['--max-semi-space-size=64', ...(long ? [] : optimising), '--import', register],
      // Sources run as they are, here as well.
      experimental: { viteModuleRunner: false, nodeLoader: false },
      maxWorkers: '100%',
      sequence: { sequencer: LongestFirst },
      // Only what hangs takes as long, even on a slow and busy machine.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 120_000, interval: 20 } },
    },
  }
})
