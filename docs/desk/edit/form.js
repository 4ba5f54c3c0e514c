// Front matter as a form, made from the schema by which the build reads it. A change made here is an edit of the source.
import { element } from '../../element.js'
import { fieldOf } from './fields.js'

/** @typedef {import('./wire.js').Form} Form */
/** @typedef {import('./wire.js').Value} Value */
/** @typedef {import('./fields.js').Field} Field */

/** @type {Record<string, string>} */
const labels = {
  publishedAt: 'Date',
  updatedAt: 'Updated',
  coverImage: 'Cover',
  coverAlt: 'What the cover shows',
  id: 'ID',
}
/** The fields that most posts have; the rest is folded. */
const first = [
  'title',
  'publishedAt',
  'status',
  'category',
  'tags',
  'series',
  'part',
  'authors',
  'coverImage',
  'coverAlt',
]

/** Returns the keys that can be set: `fields.` stands before the keys of own fields. @param {any} schema @returns {{ key: string, schema: any, isRequired: boolean }[]} */
export function keysOf({ properties = {}, required = [], allOf = [] }) {
  const own = mappingIn(properties.fields)?.properties ?? {}
  const needed = allOf.map((/** @type {any} */ { anyOf }) => anyOf[0].required[0])
  return Object.entries(properties).flatMap(([key, schema]) => {
    if (key in own) return []
    const within = mappingIn(schema)
    const inner = within && (key === 'fields' ? { ...within, required: needed } : within)
    if (inner) return keysOf(inner).map((one) => ({ ...one, key: `${key}.${one.key}` }))
    return key === 'fields' ? [] : [{ key, schema, isRequired: required.includes(key) }]
  })
}

/** The mapping that a value has to be, unless it may be a text, too. @param {any} schema */
function mappingIn(schema) {
  const forms = [schema, ...(schema?.anyOf ?? [])]
  return forms.some((one) => Array.isArray(one?.type)) ? undefined : forms.find((one) => one?.properties)
}

/** Returns the entries or files that exist. @param {Form} form @param {string} key @param {(path: string) => string} written the address of a file there */
export function offeredFor({ authors, categories, tags, series, media }, key, written = String) {
  if (key === 'coverImage') return media.map((path) => ({ slug: written(path), name: '' }))
  return { authors, tags, category: categories, series }[key] ?? []
}

/** @param {string} key @param {string} id @param {boolean} isRequired */
export function labelOf(key, id, isRequired) {
  const name = key.replace(/^fields\./, '').replace(/[.-]/g, ' ')
  const text = labels[key] ?? name.charAt(0).toUpperCase() + name.slice(1)
  return element(
    'label',
    { for: id },
    text,
    ...(isRequired ? [' ', element('span', { class: 'must' }, 'required')] : []),
  )
}

/**
 * @param {Form} form
 * @param {(path: string) => string} written gives the name of a chosen file in this post
 * @param {(changes: Record<string, Value>) => Promise<Record<string, string>>} change gives the reason of each refusal, by key
 */
export function frontMatterForm(form, written, change) {
  /** @type {Map<string, { field: Field, box: HTMLFieldSetElement, reason: HTMLElement, shown: string }>} */
  const fields = new Map()
  /** @type {Promise<void>} */
  let last = Promise.resolve()
  let waiting = 0
  for (const [i, { key, schema, isRequired }] of keysOf(form.schema).entries()) {
    const id = `front-${i}`
    const changed = () => {
      waiting++
      last = last.then(() => tell(key)).finally(() => waiting--)
    }
    const field = fieldOf({ id, key, schema, offered: offeredFor(form, key, written), changed })
    const reason = element('p', { class: 'about', role: 'status' })
    const box = element('fieldset', { class: 'field' }, labelOf(key, id, isRequired), field.element, reason)
    fields.set(key, { field, box, reason, shown: 'null' })
  }
  const order = (/** @type {string} */ key) => (key.startsWith('fields.') ? first.length : first.indexOf(key))
  const keys = [...fields.keys()].sort((a, b) => order(a) - order(b))
  const boxes = (/** @type {boolean} */ isFirst) =>
    keys.flatMap((key) => (order(key) >= 0 === isFirst ? (fields.get(key)?.box ?? []) : []))
  const more = element('div', { class: 'front-fields' }, ...boxes(false))
  const view = element(
    'div',
    { class: 'front' },
    element('div', { class: 'front-fields' }, ...boxes(true)),
    element('details', {}, element('summary', {}, 'More'), more),
  )

  /** The keys in the source. */
  let present = ['']
  /** Fields stand beside our keys, or under `fields`. @param {string} key */
  function placeOf(key) {
    const short = key.replace(/^fields\./, '')
    return present.includes(short) || !present.some((one) => /^fields\b/.test(one)) ? short : key
  }

  /** @param {string} key */
  async function tell(key) {
    const one = fields.get(key)
    if (!one || JSON.stringify(one.field.value()) === one.shown) return
    const value = one.field.value()
    one.shown = JSON.stringify(value)
    const place = placeOf(key)
    const refused = await change({ [place]: value })
    one.reason.textContent = refused[place] ?? ''
    one.box.classList.toggle('refused', place in refused)
  }

  return {
    element: view,
    /** Tells whether something has been changed here that is not in the source yet. */
    isPending: () =>
      waiting > 0 || [...fields.values()].some(({ field, shown }) => JSON.stringify(field.value()) !== shown),
    /** Resolves when every change made here is in the source, including that of the field with the focus. */
    async settled() {
      const active = document.activeElement
      if (active instanceof HTMLElement && view.contains(active))
        active.dispatchEvent(new Event('change', { bubbles: true }))
      await last
    },
    /** @param {Record<string, unknown>} values @param {Record<string, string>} locked */
    show(values, locked) {
      present = [...Object.keys(values), ...Object.keys(locked)]
      for (const [key, one] of fields) {
        const place = placeOf(key)
        const reason = locked[place] ?? locked[place.split('.')[0] ?? '']
        one.box.disabled = reason !== undefined
        if (reason !== undefined) one.reason.textContent = reason
        else if (one.box.classList.contains('locked')) one.reason.textContent = ''
        one.box.classList.toggle('locked', reason !== undefined)
        // A change that has yet to be sent stays.
        if (JSON.stringify(one.field.value()) !== one.shown) continue
        one.field.show(values[place])
        one.shown = JSON.stringify(one.field.value())
      }
    },
  }
}
