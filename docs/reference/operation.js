// The page of one route: its purpose, a form, the request as it will be sent, and the reply.
import { operationAt } from './address.js'
import { isJsonType } from './body.js'
import { clientOf } from './client.js'
import { snippet } from './copy.js'
import { documentedReplies } from './documented.js'
import { element, section } from './element.js'
import { exampleOf, fieldOf } from './fields.js'
import { groupsOf, unfold } from './groups.js'
import { offering } from './offer.js'
import { paragraphs } from './prose.js'
import { replyView, send } from './reply.js'
import { curlOf, fetchOf, requestOf } from './request.js'

/** @typedef {import('./openapi.js').Api} Api */
/** @typedef {import('./openapi.js').Operation} Operation */
/** @typedef {import('./fields.js').Field} Field */

/**
 * The texts typed into paths, by parameter: all routes that share one share its value. They are kept in this page's memory and nowhere
 * else, since workspace keys are typed here: storage of the browser outlives the page, on disk, and so does its history.
 * @typedef {Map<string, string[]>} Typed
 */

/**
 * @typedef {object} OperationView
 * @property {HTMLElement} element
 * @property {() => void} close
 * @property {(url: URL) => void} ask fills in the form from an address of this route, and sends it
 */

/**
 * @param {Api} api
 * @param {Operation} operation
 * @param {Typed} memory
 * @param {(operation: Operation, url: URL) => void} open shows another route, and sends a request to it
 * @returns {OperationView}
 */
export function operationView(api, operation, memory, open) {
  const offer = offering(api, () => fields)
  const fields = operation.parameters.map((parameter) => fieldOf(parameter, api.flat, offer))
  for (const field of fields) prefill(field, memory)
  const ifNoneMatch = fields.find(isIfNoneMatch)

  const snippets = snippetsOf(operation, fields, api.base)
  const target = element('code', { class: 'target' })
  // Until there is a reply, the first media type in the document decides.
  let isJson = isMostlyJson(operation)
  const write = () => {
    const asked = requestOf(operation, fields, api.base)
    target.textContent = asked.url.slice(api.base.length)
    snippets.write(asked, isJson)
  }
  write()

  const reply = replyView({
    link: (url) => {
      const found = operationAt(api, url, operation)
      if (found === undefined) window.open(url, '_blank', 'noreferrer')
      else if (found.operation === operation) ask(url)
      else open(found.operation, url)
    },
    tag:
      ifNoneMatch &&
      ((tag) => {
        ifNoneMatch.write([tag])
        sendFilled([ifNoneMatch])
      }),
  })

  let running = new AbortController()
  const sendForm = async () => {
    running.abort()
    const mine = new AbortController()
    running = mine
    reply.wait()
    try {
      const answered = await send(requestOf(operation, fields, api.base), mine.signal)
      if (mine !== running) return
      reply.show(answered)
      const type = answered.response.ok && answered.response.headers.get('Content-Type')
      if (type) isJson = isJsonType(type)
      write()
    } catch (error) {
      if (mine === running && !mine.signal.aborted) reply.fail(error)
    }
    if (mine === running) bringIntoView(reply.element)
  }

  /** @param {URL} url */
  function ask(url) {
    const values = operationAt(api, url, operation)?.values ?? new Map()
    for (const { parameter, write } of fields) {
      const { name } = parameter
      if (parameter.in === 'query') write(url.searchParams.getAll(name))
      else write(values.has(name) ? [values.get(name)] : [])
    }
    sendFilled(fields)
  }

  /** @param {readonly Field[]} filled */
  function sendFilled(filled) {
    unfold(filled)
    changed()
    sendForm()
  }

  function changed() {
    for (const { parameter, read } of fields) if (parameter.in === 'path') memory.set(parameter.id, read())
    write()
  }

  const submit = (/** @type {Event} */ event) => {
    event.preventDefault()
    sendForm()
  }
  const sending = element('button', { type: 'submit', class: 'send' }, 'Send')
  const form = element(
    'form',
    { autocomplete: 'off', input: changed, submit },
    element('div', { class: 'fields' }, ...groupsOf(fields)),
    element(
      'div',
      { class: 'trying' },
      element('div', { class: 'sending' }, sending, target),
      section('Request', 'request', ...snippets.elements),
      reply.element,
    ),
  )
  const view = element('article', {}, ...headOf(operation), form, documentedReplies(operation, api.flat))
  return { element: view, ask, close: () => running.abort() }
}

/**
 * @param {Field} field
 * @param {Typed} memory
 */
function prefill({ parameter, write }, memory) {
  if (parameter.in !== 'path') return
  const example = exampleOf(parameter)
  const known = memory.get(parameter.id) ?? (example === undefined ? [] : [example])
  if (known.length > 0) write(known)
}

/** Makes the snippets that ask in other ways. @param {Operation} operation @param {readonly Field[]} fields @param {string} base */
function snippetsOf({ client: call }, fields, base) {
  const [curl, script, client] = [snippet('curl'), snippet('fetch'), snippet('galley-client')]
  return {
    elements: [curl, script, ...(call ? [client] : [])].map(({ element }) => element),
    /** @param {ReturnType<typeof requestOf>} asked @param {boolean} isJson whether the reply is likely to be */
    write(asked, isJson) {
      curl.write(curlOf(asked))
      script.write(fetchOf(asked, isJson))
      if (call) client.write(clientOf(call, fields, base))
    },
  }
}

/** @param {Field} field */
function isIfNoneMatch({ parameter }) {
  return parameter.in === 'header' && /^if-none-match$/i.test(parameter.name)
}

/** @param {Operation} operation */
function headOf({ summary, method, path, alsoAt, description, deprecated }) {
  const also = alsoAt.flatMap((other, i) => [i === 0 ? '' : ', ', pathOf(other)])
  return [
    element(
      'h1',
      { tabindex: -1 },
      summary,
      ...(deprecated ? [' ', element('span', { class: 'must' }, 'deprecated')] : []),
    ),
    element('p', { class: 'path' }, element('span', { class: 'method' }, method), ' ', pathOf(path)),
    ...(also.length > 0 ? [element('p', { class: 'also' }, 'The same is at ', ...also, '.')] : []),
    ...paragraphs(description),
  ]
}

/**
 * A long path may break behind its slashes.
 * @param {string} path
 */
function pathOf(path) {
  const parts = path.split(/(?<=\/)/).flatMap((part, i) => (i === 0 ? [part] : [element('wbr'), part]))
  return element('code', {}, ...parts)
}

/** @param {Operation} operation */
function isMostlyJson({ responses }) {
  const [type = ''] = Object.keys(
    Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {},
  )
  return isJsonType(type)
}

/**
 * Scrolls to a reply that begins too far down, or above. If the column beside the form scrolls by itself, the form stays
 * where it is.
 * @param {HTMLElement} reply
 */
function bringIntoView(reply) {
  const { top } = reply.getBoundingClientRect()
  if (top >= 0 && top < 0.75 * window.innerHeight) return
  const beside = reply.closest('.trying')
  if (beside && getComputedStyle(beside).overflowY === 'auto') beside.scrollTo({ top: reply.offsetTop - 72 })
  else reply.scrollIntoView({ block: 'start' })
}
