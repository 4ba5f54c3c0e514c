// The fields of a form, made from a JSON Schema: each shows a value, and says what it is changed to.
import { element } from '../../element.js'
import { dateField } from './date-field.js'

/** @typedef {import('./wire.js').Value} Value */
/** @typedef {import('./wire.js').Named} Named */

/** @typedef {{ element: HTMLElement, value: () => Value, show: (value: unknown) => void }} Field its value is null if there is none */
/** @typedef {{ id: string, key: string, schema: any, offered: readonly Named[], changed: () => void }} Asked */

/** @param {Asked} asked @returns {Field} */
export function fieldOf(asked) {
  const { id, key, schema } = asked
  if (key === 'publishedAt' || key === 'updatedAt') return dateField(asked)
  const forms = [schema, ...(schema.anyOf ?? [])]
  const list = forms.find(({ type }) => type === 'array')
  if (
    forms.some((one) => one.properties) ||
    [list?.items].flat().some((one) => one?.properties || one?.anyOf || one?.type === 'array')
  )
    return {
      element: element('p', { id, class: 'about' }, 'Write it in the source.'),
      value: () => null,
      show() {},
    }
  const own = list?.items?.enum?.map((/** @type {string} */ slug) => ({ slug, name: '' }))
  if (list) return listField({ ...asked, offered: own ?? asked.offered })
  const isSwitch = forms.some(({ type }) => type === 'boolean')
  const choices = forms.find((one) => one.enum?.some(Boolean))?.enum ?? (isSwitch && ['true', 'false'])
  return choices ? choiceField(asked, choices) : textField(asked)
}

/** @param {string} id @param {readonly Named[]} offered */
function offers(id, offered) {
  const options = offered.map(({ slug, name }) => element('option', { value: slug }, name))
  return element('datalist', { id: `${id}-offers` }, ...options)
}

/** @param {Asked} asked @returns {Field} */
function textField({ id, key, offered, changed }) {
  const list = offered.length > 0 ? `${id}-offers` : undefined
  const input =
    key === 'description'
      ? element('textarea', { id, rows: 3, change: changed })
      : element('input', { id, type: 'text', list, change: changed })
  return {
    element: element('div', {}, input, offers(id, offered)),
    value: () => (input.value.trim() === '' ? null : input.value.trim()),
    show(value) {
      input.value = String(value ?? '')
    },
  }
}

/** @param {Asked} asked @param {readonly unknown[]} choices @returns {Field} */
function choiceField({ id, changed }, choices) {
  const values = choices.filter(Boolean).map(String)
  const options = ['', ...values].map((value) => element('option', { value }, value || 'not set'))
  const select = element('select', { id, change: changed }, ...options)
  return {
    element: select,
    value: () => select.value || null,
    show(value) {
      const text = String(value ?? '')
      // The written value may be none of these.
      if (![...select.options].some((option) => option.value === text))
        select.append(element('option', { value: text }, text))
      select.value = text
    },
  }
}

/** @param {Asked} asked @returns {Field} */
function listField({ id, offered, changed }) {
  /** @type {string[]} */
  let items = []
  const chips = element('ul', { class: 'chips' })
  const names = new Map(offered.map(({ slug, name }) => [slug, name || slug]))
  const draw = () =>
    chips.replaceChildren(
      ...items.map((item, i) => {
        const remove = () => {
          items = items.filter((_, other) => other !== i)
          draw()
          input.focus()
          changed()
        }
        const name = names.get(item) ?? item
        const attributes = { type: 'button', 'aria-label': `Remove ${name}`, click: remove }
        return element('li', {}, name, element('button', attributes, '×'))
      }),
    )
  const add = () => {
    const typed = input.value.split(',').map((one) => one.trim())
    const fresh = typed.filter((one) => one !== '' && !items.includes(one))
    input.value = ''
    if (fresh.length === 0) return
    items = [...items, ...fresh]
    draw()
    changed()
  }
  const input = element('input', {
    ...{ id, type: 'text', list: `${id}-offers`, placeholder: 'Add', change: add },
    keydown(event) {
      if (/** @type {KeyboardEvent} */ (event).key !== 'Enter') return
      event.preventDefault()
      add()
    },
  })
  return {
    element: element('div', { class: 'list-field' }, chips, input, offers(id, offered)),
    value: () => (items.length === 0 ? null : items),
    show(value) {
      items = [value ?? []].flat().map(String)
      draw()
    },
  }
}
