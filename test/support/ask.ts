// A request to the app as an adapter would make it, and the reply read to its end. Every reply is checked against
// docs/openapi.yaml.
import { gunzipSync } from 'node:zlib'
import type { App } from '../../api/_app/app.ts'
import type { Reply } from '../../api/_app/http/reply.ts'
import { targetOf } from '../../api/_app/http/request.ts'
import { readBody } from './body.ts'
import { complaintsAbout } from './validate.ts'

export interface Answer {
  status: number
  headers: Record<string, string>
  text: string
  /** The parsed body; `undefined` where there is none, or another kind of one. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  json: any
}

/**
 * @param target path and query as in a request line, or a full URL
 * @param headers by their lower-case names
 * @param address the client's
 * @param body as the adapter has read it
 * @throws {Error} when the document does not describe the reply
 */
export async function ask(
  app: App,
  method: string,
  target: string,
  headers: Record<string, string> = {},
  address = '192.0.2.1',
  body?: string,
): Promise<Answer> {
  const normal = targetOf(target)
  const header = (name: string) => headers[name]
  const sent = body === undefined ? {} : { body: async () => Buffer.from(body) }
  const reply = await app({ method, target: normal, header, address, ...sent })
  const answer = unpacked(reply, await readBody(reply, method))
  const { text } = answer
  const complaints = complaintsAbout(method, normal, answer)
  if (complaints.length > 0) {
    throw new Error(
      `${method} ${target} gave what docs/openapi.yaml does not describe:\n${complaints.join('\n')}\n${text}`,
    )
  }
  const isJson = /^application\/(?:feed\+)?json/.test(answer.headers['Content-Type'] ?? '') && text !== ''
  return { ...answer, json: isJson ? JSON.parse(text) : undefined }
}

/** The document describes what gzip unpacks to. */
function unpacked({ status, headers }: Reply, bytes: Buffer): Omit<Answer, 'json'> {
  const { 'Content-Length': length } = headers
  if (headers['Content-Encoding'] !== 'gzip' || bytes.length === 0) {
    return { status, headers, text: bytes.toString() }
  }
  if (length !== undefined && Number(length) !== bytes.length) {
    throw new Error(`Content-Length ${length} is not the ${bytes.length} bytes of gzip there are`)
  }
  const text = gunzipSync(bytes)
  const own = length === undefined ? {} : { 'Content-Length': String(text.length) }
  return { status, headers: { ...headers, ...own }, text: text.toString() }
}
