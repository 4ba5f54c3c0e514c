// Front matter as a form, made from the schema by which the build reads it. What is changed here is an edit of the source.
import { element } from '../../element.js'
import { fieldOf } from './fields.js'

/** @typedef {import('./wire.js').Form} Form */
/** @typedef {import('./wire.js').Value} Value */
/** @typedef {import('./fields.js').Field} Field */

const labels = new Map([
  ['publishedAt', 'Date'],
  ['updatedAt', 'Updated'],
  ['coverImage', 'Cover'],
  ['coverAlt', 'What the cover shows'],
  ['id', 'ID'],
])
/** What most posts have; the rest is folded. */
const first = ['title', 'publishedAt', 'status', 'category', 'tags', 'authors', 'coverImage', 'coverAlt']

/**
 * By key, with a dot before those of own fields, the schemas of what can be set.
 * @param {any} schema
 * @returns {[key: string, schema: any, isRequired: boolean][]}
 */
export function keysOf({ properties = {}, required = [] }) {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const within = [schema, ...(schema.anyOf ?? [])].find((one) => one.properties)
    if (within)
      return keysOf(within).map(
        ([name, ...rest]) => /** @type {[string, any, boolean]} */ ([`${key}.${name}`, ...rest]),
      )
    return key === 'fields'
      ? []
      : [/** @type {[string, any, boolean]} */ ([key, schema, required.includes(key)])]
  })
}

/**
 * @param {Form} form
 * @param {string} key
 */
export function offeredFor({ authors, categories, tags, media }, key) {
  /** @type {Record<string, import('./wire.js').Named[]>} */
  const lists = { authors, tags, category: categories }
  if (key === 'coverImage') return media.map((slug) => ({ slug, name: '' }))
  return lists[key] ?? []
}

/** @param {string} key */
export function labelOf(key) {
  const name = key.replace(/^fields\./, '')
  return labels.get(key) ?? name.charAt(0).toUpperCase() + name.slice(1).replace(/[.-]/g, ' ')
}

/**
 * @param {Form} form
 * @param {(key: string) => string} written what a chosen file is called in this post
 * @param {(changes: Record<string, Value>) => Promise<Record<string, string>>} change gives what was refused, and why
 */
export function frontMatterForm(form, written, change) {
  /** @type {Map<string, { field: Field, box: HTMLFieldSetElement, reason: HTMLElement, shown: string }>} */
  const fields = new Map()
  /** @type {Promise<void>} */
  let last = Promise.resolve()
  const boxes = keysOf(form.schema).map(([key, schema, isRequired], i) => {
    const id = `front-${i}`
    const changed = () => {
      last = last.then(() => tell(key))
    }
    const offered = offeredFor(form, key).map((one) =>
      key === 'coverImage' ? { ...one, slug: written(one.slug) } : one,
    )
    const field = fieldOf({ id, key, schema, offered, isRequired, changed })
    const reason = element('p', { class: 'about', role: 'status' })
    const box = element(
      'fieldset',
      { class: 'field', 'data-key': key },
      element(
        'label',
        { for: id },
        labelOf(key),
        ...(isRequired ? [' ', element('span', { class: 'must' }, 'required')] : []),
      ),
      field.element,
      reason,
    )
    fields.set(key, { field, box, reason, shown: 'null' })
    return { key, box }
  })
  const isFirst = (/** @type {string} */ key) => first.includes(key) || key.startsWith('fields.')
  const order = (/** @type {string} */ key) => (first.includes(key) ? first.indexOf(key) : first.length)
  const shown = boxes.filter(({ key }) => isFirst(key)).sort((a, b) => order(a.key) - order(b.key))
  const rest = boxes.filter(({ key }) => !isFirst(key))
  const view = element(
    'div',
    { class: 'front' },
    element('div', { class: 'front-fields' }, ...shown.map(({ box }) => box)),
    element(
      'details',
      {},
      element('summary', {}, 'More'),
      element('div', { class: 'front-fields' }, ...rest.map(({ box }) => box)),
    ),
  )

  /** @param {string} key */
  async function tell(key) {
    const one = fields.get(key)
    if (!one || JSON.stringify(one.field.value()) === one.shown) return
    const value = one.field.value()
    one.shown = JSON.stringify(value)
    const refused = await change({ [key]: value })
    one.reason.textContent = refused[key] ?? ''
    one.box.classList.toggle('refused', key in refused)
  }

  return {
    element: view,
    /** All that was changed here is in the source then, also what the field with the focus has. */
    async settled() {
      const active = document.activeElement
      if (active instanceof HTMLElement && view.contains(active))
        active.dispatchEvent(new Event('change', { bubbles: true }))
      await last
    },
    /**
     * @param {Record<string, unknown>} values
     * @param {Record<string, string>} locked
     */
    show(values, locked) {
      for (const [key, one] of fields) {
        const value = valueAt(values, key)
        const reason = locked[key] ?? locked[key.split('.')[0] ?? '']
        one.box.disabled = reason !== undefined
        if (reason !== undefined) one.reason.textContent = reason
        else if (one.box.classList.contains('locked')) one.reason.textContent = ''
        one.box.classList.toggle('locked', reason !== undefined)
        // What is being typed is not replaced.
        if (one.box.contains(document.activeElement) && JSON.stringify(one.field.value()) !== one.shown)
          continue
        one.field.show(value)
        one.shown = JSON.stringify(one.field.value())
      }
    },
  }
}

/**
 * @param {any} values
 * @param {string} key
 */
export function valueAt(values, key) {
  return values[key] ?? key.split('.').reduce((within, name) => within?.[name], values)
}
