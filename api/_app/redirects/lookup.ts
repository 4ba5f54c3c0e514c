// Which redirects a request is about, as a range of their numbers.

import type { Edition } from '../listing/edition.ts'
import type { Turn } from '../turns/turn.ts'

/** Redirects from `from` up to, not including, `to`. */
export interface RedirectRange {
  from: number
  to: number
}

/** @param address if given, only the redirect from there */
export async function redirectsFrom(
  { workspace, first }: Edition,
  turn: Turn,
  address?: string,
): Promise<RedirectRange> {
  await workspace.loadRedirects(turn)
  const redirects = workspace.redirects()
  const visible = { from: redirects.firstOf(first), to: redirects.count }
  if (address === undefined) return visible
  const number = redirects.find(address, visible.from)
  return number === undefined ? { from: visible.from, to: visible.from } : { from: number, to: number + 1 }
}
