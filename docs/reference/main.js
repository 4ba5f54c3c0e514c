// The reference: reads the OpenAPI document, and shows the route that the address names after its `#`. Only the name of a route is
// ever in the address: what is typed into forms stays in them.
import { addressOf, operationNamed } from './address.js'
import { element } from './element.js'
import { readApi } from './openapi.js'
import { operationView } from './operation.js'
import { overview, routeList } from './routes.js'

/** @typedef {import('./openapi.js').Api} Api */
/** @typedef {import('./operation.js').OperationView} OperationView */

const [main, routes, menu] = [part('main'), part('routes'), part('menu')]

try {
  const response = await fetch('/openapi.json')
  if (!response.ok) throw new Error(`it is answered with ${response.status}`)
  start(readApi(await response.json(), response.url))
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  main.replaceChildren(
    element('h1', {}, 'The reference cannot be shown'),
    element(
      'p',
      {},
      element('a', { href: '/openapi.json' }, '/openapi.json'),
      ` cannot be read: ${reason}. Load the page again.`,
    ),
  )
}

/** @param {Api} api */
function start(api) {
  routes.replaceChildren(...routeList(api))
  /** @type {import('./operation.js').Typed} */
  const memory = new Map()
  /** @type {OperationView | undefined} */
  let view
  /** An address to ask once its route is shown. @type {URL | undefined} */
  let next

  const show = () => {
    view?.close()
    const operation = operationNamed(api, location.hash)
    view =
      operation &&
      operationView(api, operation, memory, (other, url) => {
        next = url
        location.hash = addressOf(other)
      })
    main.replaceChildren(view?.element ?? overview(api))
    document.title = operation ? `${operation.summary} · ${api.info.title}` : api.info.title
    mark(operation && addressOf(operation))
    if (next) view?.ask(next)
    next = undefined
  }

  window.addEventListener('hashchange', () => {
    setMenu(false)
    show()
    window.scrollTo(0, 0)
    main.querySelector('h1')?.focus({ preventScroll: true })
  })
  // Followed, it would replace the route in the address.
  document.querySelector('.skip')?.addEventListener('click', (event) => {
    event.preventDefault()
    main.focus()
  })
  menu.addEventListener('click', () => setMenu(menu.getAttribute('aria-expanded') !== 'true'))
  show()
}

/** @param {boolean} isOpen */
function setMenu(isOpen) {
  menu.setAttribute('aria-expanded', String(isOpen))
  routes.classList.toggle('open', isOpen)
}

/** @param {string | undefined} address */
function mark(address) {
  for (const link of routes.querySelectorAll('a')) {
    link.removeAttribute('aria-current')
    if (link.getAttribute('href') !== address) continue
    link.setAttribute('aria-current', 'page')
    const isOut = link.offsetTop + link.offsetHeight > routes.scrollTop + routes.clientHeight
    // This is not left to `scrollIntoView`, which would move the page as well.
    if (isOut || link.offsetTop < routes.scrollTop)
      routes.scrollTop = link.offsetTop - routes.clientHeight / 2
  }
}

/** @param {string} id */
function part(id) {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The page has no ${id}.`)
  return found
}
