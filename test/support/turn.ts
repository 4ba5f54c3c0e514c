// For tests that call what takes turns: theirs never ends.

import type { Edition } from '../../api/_app/listing/edition.ts'
import { unscheduled } from '../../api/_app/turns/turn.ts'
import { Work } from '../../packages/search/index.ts'

export const noTurn = unscheduled.turnFor(() => 'a test')

export function workIn(edition: Edition): Work {
  return new Work(edition.search.visible, noTurn)
}
