// `npm test` runs every suite that finishes within seconds; the long ones are named *.long.ts and run by
// `npm run test:long`, and so is test/property, with more tries.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig(({ mode }) => {
  const long = mode === 'long'
  return {
    test: {
      root: fileURLToPath(new URL('..', import.meta.url)),
      include: long ? ['test/**/*.long.ts', 'test/property/*.test.ts'] : ['test/**/*.test.ts'],
      env: long ? { GALLEY_ALL_TRIES: 'yes' } : {},
      exclude: ['**/node_modules/**', 'test/bench/**', 'test/vercel/**'],
      // Suites share no state, and importing everything anew for each takes longer than running them.
      isolate: false,
      maxWorkers: '100%',
      testTimeout: long ? 600_000 : 60_000,
      hookTimeout: long ? 600_000 : 60_000,
      // What another process or the other end of a socket does comes when it comes, on a busy machine late.
      expect: { poll: { timeout: 20_000, interval: 20 } },
    },
  }
})
