// The fields of a form, made from a JSON Schema: each shows a value, and says what it is changed to.
import { element } from '../../element.js'
import { dateField } from './date-field.js'

/** @typedef {import('./wire.js').Value} Value */
/** @typedef {import('./wire.js').Named} Named */

/**
 * @typedef {object} Field
 * @property {HTMLElement} element
 * @property {() => Value} value null if there is none
 * @property {(value: unknown) => void} show
 */

/**
 * @typedef {object} Asked
 * @property {string} id
 * @property {string} key
 * @property {any} schema
 * @property {readonly Named[]} offered
 * @property {boolean} isRequired
 * @property {() => void} changed
 */

/**
 * @param {Asked} asked
 * @returns {Field}
 */
export function fieldOf(asked) {
  const { key, schema } = asked
  const forms = [schema, ...(schema.anyOf ?? [])]
  const list = forms.find(({ type }) => type === 'array')
  if (key === 'publishedAt' || key === 'updatedAt') return dateField(asked)
  if (list) return listField({ ...asked, offered: named(list.items?.enum) ?? asked.offered })
  const choices = forms.find(({ enum: own }) => own?.some(Boolean))?.enum
  const isSwitch = forms.some(({ type }) => type === 'boolean')
  if (choices || isSwitch) return choiceField(asked, choices ?? ['true', 'false'])
  return textField(asked)
}

/** @param {string[] | undefined} values */
function named(values) {
  return values?.map((slug) => ({ slug, name: '' }))
}

/**
 * @param {string} id
 * @param {readonly Named[]} offered
 */
function offers(id, offered) {
  return element(
    'datalist',
    { id: `${id}-offers` },
    ...offered.map(({ slug, name }) => element('option', { value: slug }, name)),
  )
}

/**
 * @param {Asked} asked
 * @returns {Field}
 */
function textField({ id, key, offered, changed }) {
  const isLong = key === 'description'
  const input = isLong
    ? element('textarea', { id, rows: 3, change: changed })
    : element('input', {
        id,
        type: 'text',
        list: offered.length > 0 ? `${id}-offers` : undefined,
        change: changed,
      })
  return {
    element: element('div', {}, input, ...(offered.length > 0 ? [offers(id, offered)] : [])),
    value: () => (input.value.trim() === '' ? null : input.value.trim()),
    show(value) {
      input.value = value === undefined || value === null ? '' : String(value)
    },
  }
}

/**
 * @param {Asked} asked
 * @param {readonly unknown[]} choices
 * @returns {Field}
 */
function choiceField({ id, changed }, choices) {
  const values = choices.filter(Boolean).map(String)
  const select = element(
    'select',
    { id, change: changed },
    ...['', ...values].map((value) => element('option', { value }, value || 'not set')),
  )
  return {
    element: select,
    value: () => select.value || null,
    show(value) {
      const text = value === undefined || value === null ? '' : String(value)
      // What is written may be none of these.
      if (![...select.options].some((option) => option.value === text))
        select.append(element('option', { value: text }, text))
      select.value = text
    },
  }
}

/**
 * @param {Asked} asked
 * @returns {Field}
 */
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
        const label = `Remove ${name}`
        return element(
          'li',
          {},
          name,
          element('button', { type: 'button', 'aria-label': label, click: remove }, '×'),
        )
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
      items = (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).map(
        String,
      )
      draw()
    },
  }
}
