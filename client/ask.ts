// A request of the client, and what a reply to it contains.
import { bodyOf, type Received } from './body.ts'
import { NotFound } from './errors.ts'
import { addressOf, request } from './request.ts'
import type { ClientOptions, FurtherField, ListOptions, SelectableField } from './types.ts'

/** Parameters of posts, the most that there are. */
interface Options extends ListOptions<SelectableField, FurtherField> {
  snapshot?: string | null | undefined
}

export type Ask = (path: readonly string[], options?: Options | object) => Promise<Received>

/** Makes the function that asks a workspace for what is at a path. */
export function asking({ baseUrl, key, ...bounds }: ClientOptions): Ask {
  const base = `${baseUrl.replace(/\/+$/, '')}/v1/${encodeURIComponent(key)}`
  return async (path, options = {}) => {
    const { signal, etag, onReply, ...parameters }: Options = options
    const received = await request(addressOf(base, path, parameters), { ...bounds, signal }, etag)
    const { headers } = received.response
    onReply?.({ etag: headers.get('ETag'), snapshot: headers.get('X-Snapshot-Id') })
    return received
  }
}

export async function read<T>(reply: Received | Promise<Received>, name: string): Promise<T> {
  return (await bodyOf<{ [name: string]: T }>(await reply, name))[name]!
}

/** @throws {NotFound} */
export async function readOne<T>(
  ask: Ask,
  path: readonly string[],
  one: string,
  options?: object,
): Promise<T> {
  // These names would lead elsewhere as parts of an address.
  const reply = path.some((part) => /^\.{0,2}$/.test(part)) ? undefined : await ask(path, options)
  // The reply to a name that no post has, but for the `.md` at its end, is the markdown of that post.
  if (reply && !reply.response.headers.get('Content-Type')?.includes('markdown')) return read(reply, one)
  reply?.response.body?.cancel().catch(() => {})
  const name = JSON.stringify(path.slice(1).join('/'))
  throw new NotFound(404, 'Not found', `${path[0]} has nothing that is named ${name}.`)
}
