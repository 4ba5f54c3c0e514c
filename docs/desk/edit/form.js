// Front matter as a form, made from the schema by which the build reads it. A change made here is an edit of the source.
import { element } from '../../element.js'
import { fieldOf, fits } from './fields.js'
import { labelFor, labelOf } from './inputs.js'

/** @typedef {import('./wire.js').Form} Form */
/** @typedef {import('./wire.js').Value} Value */
/** @typedef {import('./wire.js').Shape} Shape */
/** @typedef {import('./fields.js').Field} Field */

/** @type {Record<string, string>} */
const labels = {
  publishedAt: 'Date',
  updatedAt: 'Updated',
  coverImage: 'Cover',
  coverAlt: 'What the cover shows',
  id: 'ID',
}
const OTHER = 'It is written in a way that this field cannot have; change it in the source.'
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

/** Our keys that JSON Schema says too little of. @type {Record<string, Partial<Shape>>} */
const known = {
  publishedAt: { type: 'date' },
  updatedAt: { type: 'date' },
  description: { type: 'markdown', rows: 3 },
  coverImage: { type: 'cover' },
  category: { type: 'reference', to: ['categories'], isOpen: true },
  series: { type: 'reference', to: ['series'], isOpen: true },
  authors: { of: { type: 'reference', to: ['authors'], isOpen: true } },
  tags: { of: { type: 'reference', to: ['tags'], isOpen: true } },
}

/** Returns the keys that can be set: `fields.` stands before the keys of own fields. @param {Form} form @returns {{ key: string, shape: Shape }[]} */
export function keysOf({ schema: { properties, required }, fields }) {
  const own = fields.map(({ name }) => name)
  const ours = shapesOf(properties, required).filter(({ name }) => name !== 'fields' && !own.includes(name))
  return [
    ...ours.map((shape) => ({ key: shape.name ?? '', shape: { ...shape, ...known[shape.name ?? ''] } })),
    ...fields.map((shape) => ({ key: `fields.${shape.name}`, shape })),
  ]
}

/** @param {Record<string, any>} properties @param {string[]} [required] @returns {Shape[]} */
function shapesOf(properties, required = []) {
  return Object.entries(properties).map(([name, schema]) => {
    const forms = [schema, ...(schema.anyOf ?? [])]
    const fields = forms.find((one) => one.properties)
    const options = forms.find((one) => one.enum?.some(Boolean))?.enum.filter(Boolean)
    const type = forms.find((one) => one.type === 'array' || one.type === 'boolean')?.type
    return {
      ...{ name, required: required.includes(name), options },
      type: fields ? 'object' : options ? 'select' : type === 'array' ? 'list' : (type ?? 'string'),
      fields: fields && shapesOf(fields.properties, fields.required),
    }
  })
}

/** @typedef {{ field: Field, shape: Shape, box: HTMLElement, inputs: HTMLFieldSetElement, reason: HTMLElement, shown: string, waiting: number }} Entry */

/**
 * @param {Omit<import('./fields.js').Context, 'changed'>} context
 * @param {(changes: Record<string, Value>) => Promise<Record<string, string>>} change gives the reason of each refusal, by key
 * @param {(key: string) => void} reveal shows a key in the source
 */
export function frontMatterForm(context, change, reveal) {
  /** @type {Map<string, Entry>} */
  const fields = new Map()
  /** @type {Promise<void>} */
  let last = Promise.resolve()
  for (const [i, { key, shape }] of keysOf(context.form).entries()) {
    const id = `front-${i}`
    const changed = () => {
      entry.waiting++
      last = last.then(() => tell(key, entry)).finally(() => entry.waiting--)
    }
    const label = labels[key] ?? labelOf(key)
    const field = fieldOf({ ...context, id, label, shape, changed })
    const inputs = element('fieldset', {}, labelFor(id, label, shape.required), field.element)
    const reason = element('p', { class: 'about', role: 'status' })
    const name = key.replace(/^fields\./, '')
    const show = { type: 'button', 'aria-describedby': `${id}-name`, click: () => reveal(name) }
    const box = element(
      'div',
      { class: 'field' },
      inputs,
      reason,
      element('button', show, 'Show in the source'),
    )
    /** @type {Entry} */
    const entry = { field, shape, box, inputs, reason, shown: 'null', waiting: 0 }
    fields.set(key, entry)
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

  /** @param {string} key @param {Entry} entry */
  async function tell(key, entry) {
    const value = entry.field.value()
    if (JSON.stringify(value) === entry.shown) return
    entry.shown = JSON.stringify(value)
    const place = placeOf(key)
    const refused = await change({ [place]: value })
    say(entry, 'refused', refused[place])
  }

  return {
    element: view,
    /** Tells whether something has been changed here that is not in the source yet. */
    isPending: () =>
      [...fields.values()].some(
        ({ field, shown, waiting }) => waiting > 0 || JSON.stringify(field.value()) !== shown,
      ),
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
      for (const [key, entry] of fields) {
        const place = placeOf(key)
        const value = values[place]
        const reason = fits(entry.shape, value) ? undefined : OTHER
        say(entry, 'locked', locked[place] ?? locked[place.split('.')[0] ?? ''] ?? reason)
        // A change that has yet to be sent, or to be answered, stays.
        if (entry.waiting > 0 || JSON.stringify(entry.field.value()) !== entry.shown) continue
        entry.field.show(reason === undefined ? value : undefined)
        entry.shown = JSON.stringify(entry.field.value())
      }
    },
  }
}

/** @param {Entry} entry @param {'refused' | 'locked'} kind @param {string | undefined} reason */
function say({ box, reason: line, inputs }, kind, reason) {
  if (reason !== undefined || box.classList.contains(kind)) line.textContent = reason ?? ''
  box.classList.toggle(kind, reason !== undefined)
  inputs.disabled = box.classList.contains('locked')
}
