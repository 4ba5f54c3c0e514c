// What requests do at most before they give the event loop back, counted by a server in a process of its own.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { typescript } from './script.ts'
import type { Asked, Stretch } from './stretches-server.ts'

export type { Asked, Stretch } from './stretches-server.ts'

/**
 * What takes 10 ms at most. A step took 1 to 27 ns where it was measured: the costliest compare and sort, the cheapest,
 * of which searches and texts take the most, go through words and characters. A megabyte of JSON took 1 to 2 ms.
 */
const most = {
  lists: { steps: 300_000, bytes: 8_000_000 },
  searches: { steps: 1_500_000, bytes: 8_000_000 },
  texts: { steps: 1_500_000, bytes: 8_000_000 },
  /** To open a workspace has a turn of its own, and may take 20 ms. */
  opening: { steps: 300_000, bytes: 16_000_000 },
}

/**
 * By the names of what is asked, in groups that one process answers, one after the other. The first of each is asked once
 * before it is counted: that opens its workspace.
 */
export function stretchesOf<Group extends string>(
  data: string,
  asked: Record<Group, Record<string, Asked>>,
): Record<Group, Record<string, Stretch>> {
  const script = fileURLToPath(new URL('stretches-server.ts', import.meta.url))
  const groups = Object.entries<Record<string, Asked>>(asked)
  const list = groups.flatMap(([, group]) => [...Object.values(group).slice(0, 1), ...Object.values(group)])
  const flags = [...typescript, script, data, JSON.stringify(list)]
  const stretches: Stretch[] = JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' }))
  const measured = groups.map(([name, group]) => {
    const [, ...own] = stretches.splice(0, 1 + Object.keys(group).length)
    return [name, Object.fromEntries(Object.keys(group).map((name, i) => [name, own[i]!]))]
  })
  return Object.fromEntries(measured)
}

export function expectShort(kind: keyof typeof most, stretches: Record<string, Stretch>): void {
  const { steps, bytes } = most[kind]
  const tooLong = Object.entries(stretches).filter(([, one]) => one.steps > steps || one.bytes > bytes)
  expect(Object.fromEntries(tooLong)).toEqual({})
  // Lists are asked for what there is not, too. Anywhere else, that would take no work.
  const statuses = kind === 'lists' ? [200, 308, 404] : [200]
  for (const [name, one] of Object.entries(stretches)) expect(statuses, name).toContain(one.status)
}
