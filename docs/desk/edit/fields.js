// The fields of a form, made from definitions: each shows a value, and says what it is changed to, at any depth.
import { element } from '../../element.js'
import { dateField, isDate } from './date-field.js'
import {
  choiceField,
  fileField,
  groupOf,
  imageField,
  labelFor,
  labelOf,
  offers,
  textField,
} from './inputs.js'
import { rowsOf } from './rows.js'

/** @typedef {import('./wire.js').Value} Value */
/** @typedef {import('./wire.js').Named} Named */
/** @typedef {import('./wire.js').Shape} Shape */

/** @typedef {{ element: HTMLElement, value: () => Value, show: (value: unknown) => void }} Field its value is null if there is none */
/**
 * @typedef {object} Context
 * @property {import('./wire.js').Form} form
 * @property {string} file the path of the post
 * @property {(file: File) => Promise<string | undefined>} [upload] puts a file beside the post, if that can be done
 * @property {() => void} changed
 */
/** @typedef {Context & { id: string, label: string, shape: Shape, offered?: readonly Named[] }} Asked */

/** @type {Record<string, (asked: Asked) => Field>} */
const makers = {
  ...{ date: dateField, select: choiceField, boolean: choiceField },
  ...{ image: imageField, file: fileField, cover: coverField },
  ...{ object: objectField, list: listField, reference: referenceField },
}

/** @param {Asked} asked @returns {Field} */
export function fieldOf(asked) {
  const field = (makers[asked.shape.type] ?? textField)(asked)
  /** The value as it is written, which stays until it is changed. */
  let written = /** @type {Value} */ (null)
  let shown = JSON.stringify(field.value())
  const value = () => {
    const now = field.value()
    return JSON.stringify(now) === shown ? written : now
  }
  return {
    element: field.element,
    value,
    show(next = null) {
      // Nothing that somebody types is written over by itself.
      if (JSON.stringify(next) !== JSON.stringify(value())) field.show(next)
      written = /** @type {Value} */ (next)
      shown = JSON.stringify(field.value())
    },
  }
}

/** Tells whether a field can show a value. @param {Shape} shape @param {unknown} value @returns {boolean} */
export function fits(shape, value) {
  if (value === undefined || value === '') return true
  const isText = typeof value === 'string'
  const { type, fields = [] } = shape
  if (type === 'date') return isText && isDate(value)
  if (type === 'list') return [value].flat().every((one) => fits(itemOf(shape), one))
  if (isText || (type !== 'object' && type !== 'image')) return isText && type !== 'object'
  if (Array.isArray(value)) return false
  const of = type === 'object' ? fields : ['file', 'alt'].map((name) => ({ name, type: 'string' }))
  return of.every((one) => fits(one, /** @type {any} */ (value)[one.name ?? '']))
}

/** @param {Shape} list @returns {Shape} */
function itemOf({ of, fields, options, isOpen }) {
  return of ?? { type: fields ? 'object' : options ? 'select' : 'string', fields, options, isOpen }
}

/** @param {Asked} asked */
function coverField(asked) {
  return fileField({ ...asked, shape: { type: 'image' } })
}

/** @param {Asked['form']} form @param {Shape} shape @returns {Named[]} */
function offeredFor(form, { to = [], options = [] }) {
  const own = options.map((slug) => ({ slug, name: '' }))
  return [...own, ...[to].flat().flatMap((name) => form.entries[name] ?? [])]
}

/** @param {Asked} asked */
function referenceField(asked) {
  return textField({ ...asked, offered: offeredFor(asked.form, asked.shape) })
}

/** @param {Asked} asked @returns {Field} */
function objectField({ id, shape, ...more }) {
  let before = /** @type {Record<string, Value>} */ ({})
  const fields = (shape.fields ?? []).map(({ name = '', required, ...shape }, i) => {
    const one = { id: `${id}-${i}`, label: labelOf(name), shape }
    return { name, field: fieldOf({ ...more, ...one }), label: labelFor(one.id, one.label, required) }
  })
  const boxes = fields.map(({ field, label }) => element('div', {}, label, field.element))
  return {
    element: element('div', { ...groupOf(id), class: 'group front-fields' }, ...boxes),
    value() {
      const all = { ...before }
      for (const { name, field } of fields) {
        const value = field.value()
        if (value === null) delete all[name]
        else all[name] = value
      }
      return Object.keys(all).length > 0 ? all : null
    },
    show(value) {
      before = Object(value ?? {})
      for (const { name, field } of fields) field.show(before[name])
    },
  }
}

/** Items are added, removed and moved; those of a few words are chips. @param {Asked} asked @returns {Field} */
function listField(asked) {
  const { id, label, shape, changed, form } = asked
  const item = itemOf(shape)
  const isShort = ['string', 'select', 'reference'].includes(item.type)
  const offered = offers(id, offeredFor(form, item), item.type === 'reference' && !item.isOpen)
  const list = element('ul', { class: isShort ? 'chips' : 'rows' })
  let made = 0
  function make() {
    if (isShort) return chip(offered.nameOf)
    const inner = `${id}-${made++}`
    return { title: labelFor(inner, ''), field: fieldOf({ ...asked, id: inner, shape: item }) }
  }
  /** @param {HTMLElement} title @param {number} i */
  function nameOf(title, i) {
    if (!isShort) title.textContent = `${label} ${i + 1}`
    return title.textContent ?? ''
  }
  const { rows, add, clear } = rowsOf(list, make, nameOf, () => adder, changed)

  function addTyped() {
    const typed = item.type === 'reference' ? input.value.split(',') : [input.value]
    const values = typed.map((one) => offered.slugOf(one.trim()))
    const fresh = values.filter((one) => one !== '' && !rows.some(({ field }) => field.value() === one))
    input.value = ''
    for (const one of fresh) add(one)
    if (fresh.length > 0) changed()
  }
  const input = element('input', {
    ...{ id, type: 'text', placeholder: 'Add', change: addTyped, ...offered.attributes },
    keydown(event) {
      if (/** @type {KeyboardEvent} */ (event).key !== 'Enter') return
      event.preventDefault()
      addTyped()
    },
  })
  function addRow() {
    const inputs = /** @type {NodeListOf<HTMLElement>} */ (
      add(null).li.querySelectorAll('input, select, textarea, button')
    )
    inputs[0]?.focus()
  }
  const button = { type: 'button', 'aria-label': `Add to ${label}`, click: addRow }
  const adder = isShort ? input : element('button', button, 'Add')
  return {
    element: element(
      'div',
      { ...(!isShort && groupOf(id)), class: 'list-field' },
      list,
      adder,
      offered.element,
    ),
    value() {
      const values = rows.map(({ field }) => field.value()).filter((one) => one !== null)
      return values.length > 0 ? values : null
    },
    show(value) {
      const values = [value ?? []].flat().filter((one) => one !== '' || Array.isArray(value))
      const filled = rows.filter(({ field }) => field.value() !== null)
      if (filled.length !== values.length) {
        clear()
        for (const one of values) add(one)
      } else for (const [i, { field }] of filled.entries()) field.show(values[i])
    },
  }
}

/** @param {(slug: string) => string} nameOf */
function chip(nameOf) {
  let text = ''
  const title = element('span')
  /** @type {Field} */
  const field = {
    element: title,
    value: () => text,
    show(value) {
      text = String(value ?? '')
      title.textContent = nameOf(text) || text
    },
  }
  return { title, field }
}
