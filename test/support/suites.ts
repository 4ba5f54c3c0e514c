// The suites that there are, and how long each of them took.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of tests. */
export const tests = fileURLToPath(new URL('..', import.meta.url))

type Kind = 'test' | 'long' | 'nightly' | 'example'

/** Paths of suites below test/, such as `build/slug.test.ts`. */
export function suites(kind: Kind): string[] {
  return readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith(`.${kind}.ts`) && !/^(?:bench|vercel)\/|node_modules\//.test(path))
}

/** Suites of `npm test` and `npm run test:long` with `text` in their source. */
export function suitesWith(text: string): string[] {
  return [...suites('test'), ...suites('long')].filter((path) =>
    readFileSync(tests + path, 'utf8').includes(text),
  )
}

export const DURATIONS = `${tests}durations.json`

const durations: Record<string, number> = JSON.parse(readFileSync(DURATIONS, 'utf8'))

/** Seconds that most suites take at most, for which reason they are not in the list. */
export const SHORT = 0.3

/** Seconds that a suite took when they were last written down. */
export function secondsOf(path: string): number {
  return durations[path] ?? (2 / 3) * SHORT
}
