// `galley dev --edit` in this process, and what its page asks.
import { type IncomingHttpHeaders, request } from 'node:http'
import { type GalleyHere, galleyHere, urlOf } from './command.ts'
import { type Files, makePages, type Workspace, workspace } from './workspace.ts'

export interface Asked {
  status: number
  headers: IncomingHttpHeaders
  /** The body, if it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  json: any
  text: string
}

export interface Editing {
  place: Workspace
  url: string
  /** Of the address that is printed; `undefined` without `--edit`. */
  token: string | undefined
  running: GalleyHere
  /** With any headers; those of the page unless others are given, `undefined` for none. */
  ask(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string | undefined>,
  ): Promise<Asked>
  /** Asks a route as the page does. @param tag as `If-Match` */
  post(route: string, body: object, tag?: string): Promise<Asked>
  source(file: string, folder?: string): Promise<{ text: string; tag: string; status: number }>
  put(file: string, edits: unknown, tag?: string, folder?: string): Promise<Asked>
  /** Resolves when another build than this one has ended. */
  built(before: string): Promise<string>
  build(): Promise<string>
  close(): Promise<void>
}

export async function editing(files: Files, more: readonly string[] = ['--edit']): Promise<Editing> {
  const place = await workspace(files)
  makePages(place.out)
  const running = galleyHere(['dev', '--content', place.dir, '--out', place.out, '--port', '0', ...more])
  const url = await urlOf(running)
  const [, token] = await running.says(/^Your posts, .*\/docs\/desk\/(?:#token=(\S+))? /m)
  const ask: Editing['ask'] = (method, path, body, headers = {}) => {
    const own = { origin: url, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
    const sent = { 'galley-desk': token, ...(method === 'GET' ? {} : own) }
    const all = Object.entries({ ...sent, ...headers }).filter(([, value]) => value !== undefined)
    return new Promise((resolve, reject) => {
      const to = path.startsWith('/') ? `${url}${path}` : `${url}/docs/desk/local/${path}`
      const asked = request(
        to,
        { method, headers: Object.fromEntries(all) as Record<string, string> },
        (reply) => {
          const chunks: Buffer[] = []
          reply.on('data', (chunk) => chunks.push(chunk))
          reply.on('end', () => {
            const text = Buffer.concat(chunks).toString()
            const isJson = text !== '' && /json/.test(reply.headers['content-type'] ?? '')
            const { statusCode: status = 0, headers } = reply
            resolve({ status, headers, text, json: isJson ? JSON.parse(text) : undefined })
          })
        },
      )
      asked.on('error', reject)
      asked.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body))
    })
  }
  const addressOf = (file: string, folder: string) =>
    `edit/source?${new URLSearchParams({ workspace: folder, file })}`
  const state = async (after?: string) =>
    (await ask('GET', after === undefined ? 'state' : `state?after=${after}`)).json.build as string
  return {
    place,
    url,
    token,
    running,
    ask,
    post: (route, body, tag) =>
      ask('POST', `edit/${route}`, body, tag === undefined ? {} : { 'if-match': tag }),
    async source(file, folder = 'blog') {
      const { status, json, headers } = await ask('GET', addressOf(file, folder))
      return { status, text: json.text, tag: headers.etag ?? '' }
    },
    put: (file, edits, tag, folder = 'blog') =>
      ask('PUT', addressOf(file, folder), { edits }, { 'if-match': tag }),
    async built(before) {
      for (;;) {
        const now = await state(before)
        if (now !== before) return now
      }
    },
    build: () => state(),
    async close() {
      await running.stop()
      place.remove()
    },
  }
}
