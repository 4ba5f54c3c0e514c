// The requests of the writing desk to `galley dev --edit`. All texts have `\n` for line ends, and no byte order mark.
import { Refused } from '../source.js'
import { tokenHere } from '../token.js'

/** @typedef {import('./codemirror.js').Edit} Edit */
/** @typedef {{ slug: string, name: string }} Named */
/** @typedef {{ name?: string, type: string, required?: boolean, options?: string[] | undefined, of?: Shape, fields?: Shape[] | undefined, to?: string[], alt?: string, isOpen?: boolean | undefined, rows?: number }} Shape of a field; an open one takes others than those that are offered */
/** @typedef {{ schema: any, fields: Shape[], titleField: string | null, entries: Record<string, Named[]>, media: string[] }} Form */
/** @typedef {string | null | Value[] | { [key: string]: Value }} Value null removes the key */
/** @typedef {{ edits: Edit[], refused: Record<string, string> }} Made */
/** @typedef {Edit & { certain: boolean, others?: string[] }} Fix */
/** @typedef {import('../problem.js').Problem & { hint: string, from: number, to: number, fix?: Fix }} Problem */
/** @typedef {{ post: any, problems: Problem[], values: Record<string, any>, locked: Record<string, string> }} Preview */

const routes = '/docs/desk/local/edit'

/** The file is another one than was read: `text` is what it has now. */
export class Changed extends Refused {
  /** @param {string} message @param {string} text @param {string} tag */
  constructor(message, text, tag) {
    super(412, message)
    this.text = text
    this.tag = tag
  }
}

/** @param {string} workspace its folder @param {string} file below it */
export function wireOf(workspace, file) {
  const place = new URLSearchParams({ workspace, file })
  const body = (/** @type {object} */ more) => ({ workspace, file, ...more })
  return {
    async read() {
      const { value, tag } = await send('GET', `source?${place}`)
      return { text: /** @type {string} */ (value.text), tag }
    },
    /** @returns {Promise<Preview>} */
    preview: async (/** @type {string} */ text) => (await send('POST', 'preview', body({ text }))).value,
    /** @param {string} text @param {Record<string, Value>} changes @returns {Promise<Made>} */
    frontMatter: async (text, changes) => (await send('POST', 'front-matter', body({ text, changes }))).value,
    /** @param {Edit[]} edits @param {string} tag */
    write: async (edits, tag) => (await send('PUT', `source?${place}`, { edits }, tag)).tag,
    /** @param {string} slug @param {string} tag @returns {Promise<{ file: string, slug: string, links: unknown }>} */
    rename: async (slug, tag) => (await send('POST', 'rename', body({ slug }), tag)).value,
    /** @returns {Promise<{ moved: string }>} */
    remove: async (/** @type {string} */ tag) => (await send('POST', 'delete', body({}), tag)).value,
    /** @returns {Promise<{ path: string }>} */
    media: async (/** @type {string} */ name, /** @type {string} */ data) =>
      (await send('POST', 'media', body({ name, data }))).value,
  }
}

/** @param {string} workspace @returns {Promise<Form>} */
export async function readForm(workspace) {
  return (await send('GET', `form?${new URLSearchParams({ workspace })}`)).value
}

/** @param {object} post @returns {Promise<{ file: string, slug: string }>} */
export async function createPost(post) {
  return (await send('POST', 'posts', post)).value
}

/** @param {string} method @param {string} route @param {object} [body] @param {string} [tag] */
async function send(method, route, body, tag) {
  const response = await fetch(`${routes}/${route}`, {
    method,
    headers: {
      'Galley-Desk': tokenHere(),
      ...(body && { 'Content-Type': 'application/json' }),
      ...(tag && { 'If-Match': tag }),
    },
    body: body ? JSON.stringify(body) : null,
  })
  const value = await response.json().catch(() => ({}))
  const next = response.headers.get('ETag') ?? ''
  if (response.ok) return { value, tag: next }
  const message = String(value.message ?? `It is answered with ${response.status}.`)
  if (response.status === 412) throw new Changed(message, value.text, next)
  throw new Refused(response.status, message)
}

/** @param {unknown} error */
export function reasonOf(error) {
  return error instanceof Error ? error.message : String(error)
}
