// `npm test` runs every suite that finishes within seconds; the long ones are named *.long.ts and run by
// `npm run test:long`, and so is test/property, with more tries.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The suites that take longest, longest first: one that began last would run alone while the other core waits. */
const longest = [
  'fault/hostile-memory.long.ts',
  'e2e/hostile-html.long.ts',
  'property/parity.long.ts',
  'fault/kill.long.ts',
  'fault/limit-processes.long.ts',
  'fault/hostile-files.long.ts',
  'fault/many-workspaces.long.ts',
  'fault/memory.long.ts',
  'fault/unread.long.ts',
  'fault/hostile-random.long.ts',
  'e2e/content-commands.long.ts',
  'property/search-dear.long.ts',
  'e2e/terminal.long.ts',
  'e2e/command-dev.test.ts',
  'e2e/command-docs.test.ts',
  'fault/damage.long.ts',
  'e2e/command.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.sort((a, b) => placeOf(a) - placeOf(b))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((name) => moduleId.endsWith(`/${name}`))
  return place === -1 ? longest.length : place
}

export default defineConfig(({ mode }) => {
  const long = mode === 'long'
  return {
    test: {
      root: fileURLToPath(new URL('..', import.meta.url)),
      include: long ? ['test/**/*.long.ts', 'test/property/*.test.ts'] : ['test/**/*.test.ts'],
      env: long ? { GALLEY_ALL_TRIES: 'yes' } : {},
      globalSetup: 'test/temporary.ts',
      exclude: ['**/node_modules/**', 'test/bench/**', 'test/vercel/**'],
      // Suites share no state, and importing everything anew for each takes longer than running them.
      isolate: false,
      maxWorkers: '100%',
      sequence: { sequencer: LongestFirst },
      testTimeout: long ? 600_000 : 60_000,
      hookTimeout: long ? 600_000 : 60_000,
      // What another process or the other end of a socket does comes when it comes, on a busy machine late.
      expect: { poll: { timeout: 20_000, interval: 20 } },
    },
  }
})
