// Writes down how long each suite of a run took, so that the next run starts with the longest: npm run test:durations.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { DURATIONS, SHORT, tests } from './suites.ts'

export default class Durations implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const before: Record<string, number> = JSON.parse(readFileSync(DURATIONS, 'utf8'))
    const now = modules.map((module): [string, number] => {
      const { collectDuration, duration } = module.diagnostic()
      return [module.moduleId.split('/test/').at(-1)!, (collectDuration + duration) / 1000]
    })
    const all = Object.entries({ ...before, ...Object.fromEntries(now) })
      .filter(([path, seconds]) => seconds >= SHORT && existsSync(tests + path))
      .map(([path, seconds]): [string, number] => [path, Number(seconds.toPrecision(2))])
      .sort(([a], [b]) => (a < b ? -1 : 1))
    writeFileSync(DURATIONS, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`)
  }
}
