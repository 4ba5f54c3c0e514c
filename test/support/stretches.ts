// What requests do at most before they give the event loop back, counted by a server in a process of its own.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { typescript } from './script.ts'
import type { Asked, Stretch } from './stretches-server.ts'

export type { Asked, Stretch } from './stretches-server.ts'

/**
 * What takes 10 ms at most. A step took 3 to 27 ns where it was measured: the costliest compare and sort, the cheapest,
 * of which searches take the most, go through words. A megabyte of JSON took 1 to 2 ms.
 */
const most = {
  lists: { steps: 300_000, bytes: 8_000_000 },
  searches: { steps: 1_500_000, bytes: 8_000_000 },
  /** To open a workspace has a turn of its own, and may take 20 ms. */
  opening: { steps: 300_000, bytes: 16_000_000 },
}

/** By the names of what is asked. The first is asked once before it is counted: that opens its workspace. */
export function stretchesOf(data: string, asked: Record<string, Asked>): Record<string, Stretch> {
  const script = fileURLToPath(new URL('stretches-server.ts', import.meta.url))
  const all = Object.values(asked)
  const list = JSON.stringify([...all.slice(0, 1), ...all])
  const told = execFileSync(process.execPath, [...typescript, script, data, list], { encoding: 'utf8' })
  const [, ...stretches]: Stretch[] = JSON.parse(told)
  return Object.fromEntries(Object.keys(asked).map((name, i) => [name, stretches[i]!]))
}

export function expectShort(kind: keyof typeof most, stretches: Record<string, Stretch>): void {
  const { steps, bytes } = most[kind]
  const tooLong = Object.entries(stretches).filter(([, one]) => one.steps > steps || one.bytes > bytes)
  expect(Object.fromEntries(tooLong)).toEqual({})
  for (const [name, one] of Object.entries(stretches)) expect([200, 308, 404], name).toContain(one.status)
}
