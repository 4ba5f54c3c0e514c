// The values that a workspace has for a field: listed by the route that the document names, when the field is entered.
import { element } from './element.js'
import { requestOf } from './request.js'

/** @typedef {import('./openapi.js').Api} Api */
/** @typedef {import('./openapi.js').Values} Values */
/** @typedef {import('./fields.js').Field} Field */

/**
 * @callback Offer fills the list of suggestions of an input
 * @param {Values} values
 * @param {HTMLInputElement} input
 * @param {HTMLDataListElement} list
 * @param {boolean} isMany whether several may be given, with commas between them
 * @returns {void}
 */

/**
 * @param {Api} api
 * @param {() => Field[]} fieldsOf what is typed into the path says which workspace it is
 * @returns {Offer}
 */
export function offering({ operations, base }, fieldsOf) {
  /** Lists by address: each is asked for once. @type {Map<string, Promise<any[]>>} */
  const known = new Map()
  return ({ from, value, label }, input, list, isMany) => {
    const operation = operations.find(({ id }) => id === from)
    if (operation === undefined) return
    const fill = async () => {
      const path = fieldsOf().filter(({ parameter }) => parameter.in === 'path')
      const { url } = requestOf(operation, path, base)
      const items = known.get(url) ?? listAt(url)
      known.set(url, items)
      // A suggestion replaces all that is typed, so it begins with what is there already.
      const typed = isMany ? input.value.replace(/[^,]*$/, '') : ''
      const options = (await items).map((item) =>
        element('option', { value: `${typed}${item[value]}` }, item[label]),
      )
      list.replaceChildren(...options)
    }
    input.addEventListener('focus', fill)
    if (isMany) input.addEventListener('input', fill)
  }
}

/**
 * @param {string} url
 * @returns {Promise<any[]>} none if it cannot be had: the field takes anything
 */
async function listAt(url) {
  try {
    const body = await (await fetch(url)).json()
    return Object.values(body).find(Array.isArray) ?? []
  } catch {
    return []
  }
}
