// The list of routes beside every page, and the first page.
import { addressOf } from './address.js'
import { exampleReply } from './documented.js'
import { element } from './element.js'
import { inline, paragraphs } from './prose.js'

/** @typedef {import('./openapi.js').Api} Api */

/**
 * @param {Api} api
 * @returns {HTMLElement[]}
 */
export function routeList({ subjects }) {
  return subjects.map(({ name, operations }, i) => {
    const id = `routes-${i}`
    const links = operations.map((operation) => {
      const { summary, path } = operation
      return element(
        'li',
        {},
        element('a', { href: addressOf(operation), title: path }, summary, element('code', {}, tailOf(path))),
      )
    })
    return element(
      'section',
      { 'aria-labelledby': id },
      element('h2', { id }, name),
      element('ul', {}, ...links),
    )
  })
}

/**
 * A path without what all routes of a workspace begin with.
 * @param {string} path
 */
function tailOf(path) {
  return path.replace(/^\/v\d+\/\{[^}]+\}(?=\/)/, '')
}

/**
 * Shows the routes that most come for, before all others.
 * @param {Api} api
 */
function beginning({ operations, flat }) {
  const first = operations.find(({ isFirst }) => isFirst)
  if (first === undefined) return []
  const { summary, method, path } = first
  return [
    element('h2', {}, element('a', { href: addressOf(first) }, summary)),
    element(
      'p',
      { class: 'path' },
      element('span', { class: 'method' }, method),
      ' ',
      element('code', {}, path),
    ),
    exampleReply(first, flat),
  ]
}

/**
 * @param {Api} api
 * @returns {HTMLElement}
 */
export function overview(api) {
  const { info, subjects } = api
  const about = info.summary ? [element('p', { class: 'lead' }, ...inline(info.summary))] : []
  const more = element(
    'p',
    {},
    'Choose a route to try it, or read ',
    element('a', { href: '/docs/api.html' }, 'all of them on one page'),
    ' or ',
    element('a', { href: '/openapi.json' }, 'openapi.json'),
    '.',
  )
  const lists = subjects.flatMap(({ name, description, operations }) => {
    const rows = operations.map((operation) =>
      element(
        'li',
        {},
        element('a', { href: addressOf(operation) }, operation.summary),
        element('code', {}, `${operation.method} ${operation.path}`),
      ),
    )
    return [
      element('h2', {}, name),
      ...paragraphs(description),
      element('ul', { class: 'overview' }, ...rows),
    ]
  })
  const general = paragraphs(info.description ?? '')
  const conventions = general.length > 0 ? [element('h2', {}, 'In general'), ...general] : []
  return element(
    'article',
    { class: 'first' },
    element('h1', { tabindex: -1 }, info.title),
    ...about,
    more,
    ...beginning(api),
    ...lists,
    ...conventions,
  )
}
