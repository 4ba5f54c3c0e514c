// Sends a request and shows the reply: status, limit, entity tag, links, headers, body.
import { bodyOf } from './body.js'
import { copyButton } from './copy.js'
import { element, section } from './element.js'
import { leftIn, limitBar } from './limit.js'
import { linksIn } from './links.js'

/** @typedef {import('./request.js').Asked} Asked */
/** @typedef {import('./element.js').Child} Child */

/**
 * @typedef {object} Answered
 * @property {Asked} asked
 * @property {Response} response
 * @property {Uint8Array} bytes
 * @property {number} milliseconds until the last byte
 */

/**
 * @typedef {object} Follow what the buttons of a reply do
 * @property {(url: URL) => void} link
 * @property {((tag: string) => void) | undefined} tag sends the request again with `If-None-Match`, where the route has that
 */

/**
 * @param {Asked} asked
 * @param {AbortSignal} signal
 * @returns {Promise<Answered>}
 */
export async function send(asked, signal) {
  const { method, url, headers, body } = asked
  const begun = performance.now()
  // Past the browser's cache, so that each reply is one of the API, as curl would get it.
  const response = await fetch(url, { method, headers, body, signal, cache: 'no-store' })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { asked, response, bytes, milliseconds: performance.now() - begun }
}

/**
 * @param {Follow} follow
 * @returns {{ element: HTMLElement, show: (answered: Answered) => void, fail: (error: unknown) => void, wait: () => void }}
 */
export function replyView(follow) {
  const status = element('p', { class: 'status', role: 'status' }, 'Nothing has been sent yet.')
  const rest = element('div')
  const view = section('Reply', 'reply', status, rest)
  return {
    element: view,
    wait: () => {
      view.classList.add('waiting')
    },
    show: (answered) => {
      view.classList.remove('waiting')
      status.replaceChildren(...statusOf(answered))
      // The headers stay open or folded as they were at the reply before.
      const isOpen = rest.querySelector('details')?.open ?? false
      rest.replaceChildren(...partsOf(answered, isOpen, follow))
    },
    fail: (error) => {
      view.classList.remove('waiting')
      const reason = error instanceof Error ? error.message : String(error)
      status.replaceChildren(element('strong', { class: 'code bad' }, 'No reply'), ` ${reason}`)
      rest.replaceChildren()
    },
  }
}

/** The names of status codes: HTTP/2 does not send them. */
const names = new Map(
  Object.entries({
    200: 'OK',
    204: 'No content',
    206: 'Partial content',
    304: 'Not modified',
    400: 'Bad request',
    404: 'Not found',
    405: 'Method not allowed',
    409: 'Conflict',
    414: 'URI too long',
    416: 'Range not satisfiable',
    429: 'Too many requests',
    500: 'Internal server error',
    503: 'Unavailable',
  }),
)

/**
 * @param {Answered} answered
 * @returns {Child[]}
 */
function statusOf({ response, bytes, milliseconds }) {
  const { status, statusText } = response
  const kind = status < 300 ? 'good' : status < 400 ? 'same' : 'bad'
  const name = names.get(String(status)) ?? statusText
  const size = bytes.length === 0 ? 'no body' : sizeInWords(bytes.length)
  return [
    element('strong', { class: `code ${kind}` }, `${status} ${name}`),
    element('span', { class: 'quiet' }, ` ${Math.max(1, Math.round(milliseconds))} ms, ${size}`),
  ]
}

/** @param {number} bytes */
function sizeInWords(bytes) {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${(bytes / 1_000).toPrecision(3)} KB`
  return `${(bytes / 1_000_000).toPrecision(3)} MB`
}

/**
 * @param {Answered} answered
 * @param {boolean} isOpen whether the headers are
 * @param {Follow} follow
 * @returns {HTMLElement[]}
 */
function partsOf({ asked, response, bytes }, isOpen, follow) {
  const { headers, redirected, status, url } = response
  const left = leftIn(headers)
  const tag = headers.get('ETag')
  const links = linksIn(headers.get('Link'), url)
  const { elements, text } = bodyOf(headers.get('Content-Type') ?? '', bytes)
  const moved = new URL(url, asked.url)
  const target = moved.pathname + moved.search
  return [
    ...(redirected ? [element('p', {}, 'Redirected to ', element('code', {}, target))] : []),
    ...(left ? [limitBar(left, status === 429)] : []),
    ...(tag === null ? [] : [tagOf(tag, follow)]),
    ...(links.length === 0 ? [] : [linkButtons(links, follow)]),
    headerList(headers, isOpen),
    element(
      'div',
      { class: 'head' },
      element('h3', {}, 'Body'),
      ...(text === undefined ? [] : [copyButton('the body', () => text)]),
    ),
    ...elements,
  ]
}

/**
 * @param {string} tag
 * @param {Follow} follow
 */
function tagOf(tag, { tag: again }) {
  const button =
    again &&
    element('button', { type: 'button', class: 'small', click: () => again(tag) }, 'Send with If-None-Match')
  return element(
    'p',
    { class: 'tag' },
    element('span', { class: 'label' }, 'ETag'),
    element('code', {}, tag),
    ...(button ? [button] : []),
  )
}

/**
 * @param {{ rel: string, url: URL }[]} links
 * @param {Follow} follow
 */
function linkButtons(links, { link }) {
  const buttons = links.map(({ rel, url }) =>
    element(
      'button',
      { type: 'button', class: 'small', title: url.pathname + url.search, click: () => link(url) },
      rel,
    ),
  )
  return element(
    'div',
    { class: 'links', role: 'group', 'aria-label': 'Links' },
    element('span', { class: 'label' }, 'Link'),
    ...buttons,
  )
}

/**
 * @param {Headers} headers
 * @param {boolean} isOpen
 */
function headerList(headers, isOpen) {
  const all = [...headers]
  const pairs = all.map(([name, value]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value)),
  )
  return element(
    'details',
    { class: 'headers', open: isOpen },
    element('summary', {}, `All ${all.length} headers`),
    element('dl', {}, ...pairs),
  )
}
