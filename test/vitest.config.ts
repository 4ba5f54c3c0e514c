// `npm test` runs every suite that finishes within seconds; the long ones are named *.long.ts and run by `npm run test:long`.
import { defineConfig } from 'vitest/config'

const long = process.env.GALLEY_TEST_LONG === '1'

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: [long ? 'test/**/*.long.ts' : 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/bench/**', 'test/vercel/**'],
    testTimeout: long ? 600_000 : 30_000,
    hookTimeout: long ? 600_000 : 60_000,
  },
})
