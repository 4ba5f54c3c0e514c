// What one request is counted for: a place in each of some windows.
import { clientId } from './address.ts'
import type { Limits, Tier } from './limits.ts'

/** A place in the window of an id. */
export interface Spend {
  tier: Tier
  id: string
}

/**
 * In the order in which the windows are asked; none where the tier is off.
 * @param address the client's, which counts below a workspace where each of its clients has a limit, too
 */
export function spendsOf(limits: Limits, tier: Tier, id: string, address: string | undefined): Spend[] {
  const spends: Spend[] = limits[tier] ? [{ tier, id }] : []
  if (tier === 'workspace' && limits.client) {
    spends.unshift({ tier: 'client', id: `${id}:${clientId(address)}` })
  }
  return spends
}
