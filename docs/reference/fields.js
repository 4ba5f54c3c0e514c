// A form's field for each parameter: a choice, boxes to tick, or text.
import { element } from './element.js'
import { choicesOf, inWords, specialOf, typed } from './kind.js'
import { beginning, inline, paragraphs } from './prose.js'

/** @typedef {import('./openapi.js').Parameter} Parameter */
/** @typedef {import('./openapi.js').Api} Api */
/** @typedef {import('./offer.js').Offer} Offer */

/**
 * @typedef {object} Control
 * @property {HTMLElement} element
 * @property {() => string[]} read what is chosen; empty if nothing is
 * @property {(values: string[]) => void} write
 */

/** @typedef {Control & { parameter: Parameter }} Field */

/**
 * @param {Parameter} parameter
 * @param {Api['flat']} flat
 * @param {Offer} offer
 * @returns {Field}
 */
export function fieldOf(parameter, flat, offer) {
  const { name, required, deprecated, description = '', schema } = parameter
  const id = `field-${parameter.in}-${name}`
  const control = controlOf(parameter, id, flat, offer)
  const isGroup = control.element.localName === 'div'
  const about = element('div', { class: 'about', id: `${id}-about` }, ...aboutOf(parameter, description))
  const label = [
    element('code', {}, name),
    element('span', { class: 'type' }, inWords(schema, flat)),
    ...(required ? [element('span', { class: 'must' }, 'required')] : []),
    ...(deprecated ? [element('span', { class: 'must' }, 'deprecated')] : []),
  ]
  const field = isGroup
    ? element('fieldset', { class: 'field', 'aria-describedby': about.id }, element('legend', {}, ...label))
    : element('div', { class: 'field' }, element('label', { for: id }, ...label))
  field.append(control.element, about)
  return { ...control, element: field, parameter }
}

/**
 * @param {Parameter} parameter
 * @param {string} description
 */
function aboutOf(parameter, description) {
  const [first, rest] = beginning(description)
  const example = exampleOf(parameter)
  const shown =
    example === undefined || parameter.in === 'path'
      ? []
      : [' For example ', element('code', {}, example), '.']
  const more = element(
    'details',
    {},
    element('summary', {}, `More on ${parameter.name}`),
    ...paragraphs(rest),
  )
  return [element('p', {}, ...inline(first), ...shown), ...(rest === '' ? [] : [more])]
}

/**
 * @param {Parameter} parameter
 * @param {string} id
 * @param {Api['flat']} flat
 * @param {Offer} offer
 * @returns {Control}
 */
function controlOf(parameter, id, flat, offer) {
  const { schema } = parameter
  if (parameter.in === 'body') return area(parameter, id)
  const choices = choicesOf(schema)
  if (choices) return select(parameter, id, choices)
  const items = schema.items && choicesOf(flat(schema.items))
  return items ? boxes(id, items) : text(parameter, id, offer)
}

/**
 * @param {Parameter} parameter
 * @param {string} id
 * @param {string[]} choices
 * @returns {Control}
 */
function select({ required, schema }, id, choices) {
  const none = schema.default === undefined ? 'not given' : `not given: ${typed(schema.default)}`
  const options = choices.map((choice) => element('option', { value: choice }, choice))
  const chosen = element('select', { id, 'aria-describedby': `${id}-about` }, ...options)
  if (!required) chosen.prepend(element('option', { value: '' }, none))
  chosen.selectedIndex = 0
  return {
    element: chosen,
    read: () => (chosen.value === '' ? [] : [chosen.value]),
    write: ([value = '']) => {
      chosen.value = value
      if (chosen.selectedIndex === -1) chosen.selectedIndex = 0
    },
  }
}

/**
 * @param {string} id
 * @param {string[]} choices
 * @returns {Control}
 */
function boxes(id, choices) {
  const all = choices.map((value) => element('input', { type: 'checkbox', value, id: `${id}-${value}` }))
  const labels = all.map((box) => element('label', { class: 'box' }, box, element('code', {}, box.value)))
  return {
    element: element('div', { class: 'boxes' }, ...labels),
    read: () => all.filter(({ checked }) => checked).map(({ value }) => value),
    write: (values) => {
      const chosen = values.flatMap((value) => value.split(','))
      for (const box of all) box.checked = chosen.includes(box.value)
    },
  }
}

/**
 * Nothing is checked here but what a path cannot do without: what is wrong with a value, the API says.
 * @param {Parameter} parameter
 * @param {string} id
 * @param {Offer} offer
 * @returns {Control}
 */
function text({ required, schema, explode, ...parameter }, id, offer) {
  const special = specialOf(schema)
  const offered = parameter['x-values']
  const list = element(
    'datalist',
    { id: `${id}-list` },
    ...special.map((value) => element('option', { value })),
  )
  const hasList = special.length > 0 || offered !== undefined
  const input = element('input', {
    type: 'text',
    id,
    name: parameter.name,
    required,
    placeholder: schema.default === undefined ? undefined : typed(schema.default),
    list: hasList ? list.id : undefined,
    'aria-describedby': `${id}-about`,
    // Keys are typed here: nothing may remember, correct or send them.
    autocomplete: 'off',
    autocapitalize: 'none',
    autocorrect: 'off',
    spellcheck: 'false',
  })
  if (offered) offer(offered, input, list, schema.type === 'array')
  const isSplit = schema.type === 'array' && explode !== false && parameter.in === 'query'
  return {
    element: element('span', { class: 'text' }, input, ...(hasList ? [list] : [])),
    read: () => {
      const value = input.value
      if (value === '') return []
      return isSplit ? value.split(',') : [value]
    },
    write: (values) => {
      input.value = values.join(',')
    },
  }
}

/**
 * @param {Parameter} parameter
 * @param {string} id
 * @returns {Control}
 */
function area({ required, example }, id) {
  const own = { id, required, rows: 8, spellcheck: 'false', 'aria-describedby': `${id}-about` }
  const input = element('textarea', own)
  input.value = JSON.stringify(example ?? {}, null, 2)
  return {
    element: input,
    read: () => [input.value],
    write: ([value = '']) => {
      input.value = value
    },
  }
}

/**
 * @param {Parameter} parameter
 * @returns {string | undefined}
 */
export function exampleOf({ example, examples, schema }) {
  const given = [
    example,
    ...Object.values(examples ?? {}).map(({ value }) => value),
    schema.example,
    schema.examples?.[0],
  ]
  const first = given.find((one) => one !== undefined)
  return first === undefined ? undefined : typed(first)
}
