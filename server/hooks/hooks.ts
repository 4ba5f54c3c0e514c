// Tells others when readers of a workspace can see something else than before, each with a message of its own.
import type { HookSettings } from './configuration.ts'
import { Deliveries, usualDelays } from './deliveries.ts'
import { post } from './exchange.ts'
import { messageOf, signed } from './message.ts'
import { type TellerContext, watchChanges } from './watch.ts'

export interface HookOptions extends HookSettings {
  /** Certificate authorities, if others than Node's are to be trusted. */
  ca?: string | string[]
  /** How long each try may take, in ms. */
  timeout?: number
  /** How long to wait before each further try, in ms. */
  delays?: readonly number[]
}

const defaultTimeout = 5_000
const who = 'hooks'
/** The receiver does not want any more of these. */
const refusals = { 410: '' }

export function startHooks(options: HookOptions, context: TellerContext) {
  const { now, log, info } = context
  const { hooks, secret, timeout = defaultTimeout, delays = usualDelays, ca } = options
  const deliveries = new Deliveries({ who, refusals, delays, log, info })
  return watchChanges(
    {
      folders: hooks.map(({ folder }) => folder),
      who,
      variable: 'GALLEY_HOOKS',
      namesIn: () => (slug) => slug,
      tell(change) {
        const message = messageOf(change, now())
        for (const { folder, url } of hooks) {
          if (folder !== change.folder) continue
          const send = () => post(url, signed(message, secret, now()), timeout, ca)
          void deliveries.add(`${url.host} of a change in ${folder}`, send)
        }
      },
      close: () => deliveries.close(),
    },
    context,
  )
}
