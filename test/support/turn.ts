// For tests that call what takes turns: theirs never ends.

import type { Edition } from '../../api/_app/listing/edition.ts'
import type { Scheduler } from '../../api/_app/turns/turn.ts'
import { Work } from '../../packages/search/index.ts'

/** Nobody ever waits. */
export const unscheduled: Scheduler = {
  turnFor: () => Object.assign(() => undefined, { expect: () => undefined, rank: () => 0 }),
  begin() {},
}

export const noTurn = unscheduled.turnFor(() => 'a test')

export function workIn(edition: Edition): Work {
  return new Work(edition.search.visible, noTurn)
}
