// The body of a reply, read within bounds: it may come from any server, and go on for ever.
import { BrokenReply } from './errors.ts'
import { type Bounds, within } from './wait.ts'

/** A reply whose body has not been read. */
export interface Received {
  response: Response
  bounds: Bounds
}

/** Decompressed. Galley's longest post, of 5 MB of markdown, has less. */
export const postBytes = 2 ** 26
const listBytes = 2 ** 28

/**
 * The text of a body as it arrives. Whoever stops reading closes the connection.
 * @param room how many bytes it may still have, which the reader may change
 */
export async function* textOf(
  { response, bounds }: Received,
  room: { left: number },
): AsyncGenerator<string> {
  const reader = response.body?.getReader()
  try {
    for (const decoder = new TextDecoder(); reader; ) {
      const { done, value } = await within(bounds, () => reader.read())
      if (done) return yield decoder.decode()
      room.left -= value.length
      if (room.left < 0) throw new BrokenReply('The reply is longer than maxBytes.')
      yield decoder.decode(value, { stream: true })
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
