// A reply, read within bounds: it may come from any server, stop anywhere, and go on for ever.
import { BrokenReply } from './errors.ts'
import type { Abortable, ClientOptions } from './types.ts'

/** The time and bytes that one call may take. */
export type Bounds = Abortable & Pick<ClientOptions, 'timeout' | 'maxBytes'>

/** A reply whose body has not been read. */
export type Received = { response: Response; bounds: Bounds }

/** Decompressed. Galley's longest post, of 5 MB of markdown, has less. */
export const postBytes = 2 ** 26
const listBytes = 2 ** 28

/**
 * Returns what a step towards a reply comes to; `stop` is aborted if it is given up.
 * @throws {BrokenReply} if it fails or takes too long
 * @throws the signal's reason, before it begins or while it lasts
 */
export async function within<T>(
  { signal, timeout = 30_000 }: Bounds,
  step: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const stop = controller.signal
  const givenUp = new Promise<never>((_, reject) => stop.addEventListener('abort', reject))
  const abort = () => controller.abort(signal!.reason)
  const late = new BrokenReply(`Nothing has arrived for ${timeout / 1_000} s.`)
  // A timer with a longer delay would fire at once.
  const timer = setTimeout(() => controller.abort(late), Math.min(timeout, 2 ** 31 - 1))
  signal?.addEventListener('abort', abort)
  try {
    return await Promise.race([step(stop), givenUp])
  } catch (error) {
    stop.throwIfAborted()
    // Node says in the cause what has happened.
    throw new BrokenReply(`No complete reply: ${(error as Error).cause ?? error}`, error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/**
 * Yields the text of a body as it arrives. A reader that stops early closes the connection.
 * @param room how many bytes it may still have, which the reader may change
 */
export async function* textOf({ response, bounds }: Received, room: { left: number }) {
  const reader = response.body?.getReader()
  try {
    for (const decoder = new TextDecoder(); reader; ) {
      const { done, value } = await within(bounds, () => reader.read())
      room.left -= value?.length ?? 0
      if (room.left < 0) throw new BrokenReply('The reply is longer than maxBytes.')
      yield decoder.decode(value, { stream: !done })
      if (done) return
    }
  } finally {
    reader?.cancel().catch(() => {})
  }
}

/** @param names what it has to contain: a list if the name is a plural, else an object */
export async function bodyOf<T>(reply: Received, ...names: string[]): Promise<T> {
  let text = ''
  const left = reply.bounds.maxBytes ?? (isPlural(names[0]!) ? listBytes : postBytes)
  for await (const part of textOf(reply, { left })) text += part
  return parsed(text, ...names)
}

/** @throws {BrokenReply} unless it is JSON that contains what `names` say */
export function parsed<T>(text: string, ...names: string[]): T {
  try {
    const body = JSON.parse(text)
    const missing = names.find(
      (name) => !(isPlural(name) ? body?.[name]?.every(isObject) : isObject(body?.[name])),
    )
    if (missing) throw new Error(`it has no ${missing}`)
    return body
  } catch (cause) {
    throw new BrokenReply(`The reply is incomplete, or not from Galley: ${(cause as Error).message}`, cause)
  }
}

const isPlural = (name: string) => name.endsWith('s')
const isObject = (value: unknown) => value && typeof value === 'object' && !Array.isArray(value)
