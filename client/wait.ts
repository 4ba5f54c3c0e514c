// Waiting that comes to an end, whatever the other side does.
import { BrokenReply } from './errors.ts'
import type { Abortable, ClientOptions } from './types.ts'

/** What one call may take. */
export type Bounds = Abortable & Pick<ClientOptions, 'timeout' | 'maxBytes'>

/** A timer with a longer delay fires at once. */
const longestDelay = 2 ** 31 - 1

/**
 * What a step towards a reply comes to; `stop` is aborted if it is given up.
 * @throws {BrokenReply} if it fails or takes too long
 * @throws the signal's reason, before it begins or while it lasts
 */
export async function within<T>(
  { signal, timeout = 30_000 }: Bounds,
  step: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  let end = () => {}
  try {
    return await new Promise<T>((resolve, reject) => {
      const abort = () => reject(signal!.reason)
      if (signal?.aborted) return abort()
      const late = new BrokenReply(`Nothing has arrived for ${timeout / 1_000} s.`)
      const timer = setTimeout(reject, Math.min(timeout, longestDelay), late)
      signal?.addEventListener('abort', abort)
      end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
      // Node says in the cause what has happened.
      const fail = (cause: Error) =>
        reject(new BrokenReply(`No complete reply: ${cause.cause ?? cause}`, cause))
      step(controller.signal).then(resolve, fail)
    })
  } catch (error) {
    controller.abort()
    throw error
  } finally {
    end()
  }
}
