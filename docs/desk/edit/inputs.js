// Inputs of a form for one text or one choice, and for a file.
import { element } from '../../element.js'
import { addressIn, image } from './links.js'

/** @typedef {import('./wire.js').Named} Named */
/** @typedef {import('./fields.js').Asked} Asked */
/** @typedef {import('./fields.js').Field} Field */

const most = 50
/** @type {Record<string, string>} */
const modes = { number: 'decimal', url: 'url' }

/** @param {string} key */
export function labelOf(key) {
  const name = key.replace(/^fields\./, '').replace(/[._-]/g, ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** @param {string} id of the field @param {string} text @param {boolean} [isRequired] */
export function labelFor(id, text, isRequired = false) {
  const must = isRequired ? [' ', element('span', { class: 'must' }, 'required')] : []
  return element('label', { for: id, id: `${id}-name` }, text, ...must)
}

/** @param {string} id @returns {Record<string, string>} */
export function groupOf(id) {
  return { role: 'group', 'aria-labelledby': `${id}-name` }
}

/**
 * A text with suggestions: entries are found by slug and by name, and kept by slug.
 * @param {string} id @param {readonly Named[]} offered @param {boolean} isClosed there can be no others
 */
export function offers(id, offered, isClosed) {
  const list = element('datalist', { id: `${id}-offers` })
  const found = (/** @type {string} */ typed) => {
    const words = typed.toLowerCase().split(/\s+/)
    return offered.filter(({ slug, name }) =>
      words.every((word) => `${name} ${slug}`.toLowerCase().includes(word)),
    )
  }
  const offer = (/** @type {Event} */ { target }) => {
    const { value } = /** @type {HTMLInputElement} */ (target)
    const options = found(value.trim()).slice(0, most)
    list.replaceChildren(...options.map(({ slug, name }) => element('option', { value: slug }, name)))
  }
  return {
    element: list,
    attributes: offered.length > 0 ? { list: list.id, autocomplete: 'off', focus: offer, input: offer } : {},
    /** @param {string} slug */
    nameOf: (slug) => offered.find((one) => one.slug === slug)?.name ?? '',
    /** @param {string} typed */
    slugOf(typed) {
      const isNamed = (/** @type {Named} */ { name }) => name.toLowerCase() === typed.toLowerCase()
      const [one, ...others] = isClosed && typed !== '' ? found(typed) : []
      const known = offered.find(({ slug }) => slug === typed) ?? offered.find(isNamed)
      return (known ?? (others.length === 0 ? one : undefined))?.slug ?? typed
    },
  }
}

/** @param {Asked} asked @returns {Field} */
export function textField({ id, shape, changed, offered = [] }) {
  const { element: list, attributes, nameOf, slugOf } = offers(id, offered, shape.isOpen !== true)
  const name = element('span', { class: 'quiet', role: 'status' })
  const isLong = shape.type === 'markdown'
  const change = () => {
    const slug = slugOf(input.value.trim())
    if (slug !== input.value.trim()) input.value = slug
    name.textContent = nameOf(slug)
    changed()
  }
  const input = isLong
    ? element('textarea', { id, rows: shape.rows ?? 6, change })
    : element('input', { ...{ id, type: 'text', inputmode: modes[shape.type] }, ...attributes, change })
  return {
    element: element('div', {}, input, list, name),
    value: () => (input.value.trim() === '' ? null : isLong ? input.value.trimEnd() : input.value.trim()),
    show(value) {
      input.value = String(value ?? '')
      name.textContent = nameOf(input.value)
    },
  }
}

/** @param {Asked} asked @returns {Field} */
export function choiceField({ id, shape, changed }) {
  const values = ['', ...(shape.options ?? ['true', 'false'])]
  const options = values.map((value) => element('option', { value }, value || 'not set'))
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

/** A file that is there, or one that is chosen, dropped or pasted, which then stands beside the post. @param {Asked} asked @returns {Field} */
export function fileField(asked) {
  const { label: name, shape, form, file, upload, changed } = asked
  const isImage = shape.type === 'image'
  const media = form.media.filter((path) => image.test(path) === isImage)
  const offered = media.map((path) => ({ slug: addressIn(path, file), name: '' }))
  const field = textField({ ...asked, shape: { type: 'file', isOpen: true }, offered })
  if (!upload) return field
  const take = async (/** @type {FileList | null | undefined} */ files) => {
    const path = files?.[0] && (await upload(files[0]))
    if (path === undefined) return
    field.show(path)
    changed()
  }
  const input = element('input', {
    ...{ type: 'file', class: 'unseen', accept: isImage ? 'image/*' : undefined },
    'aria-label': `Choose file: ${name}`,
    change: () =>
      take(input.files).finally(() => {
        input.value = ''
      }),
  })
  const label = element('label', { class: 'button' }, input, 'Choose file')
  const box = element(
    'div',
    { class: 'file-field', dragover: (event) => event.preventDefault() },
    field.element,
    label,
  )
  box.addEventListener('drop', (event) => {
    event.preventDefault()
    take(event.dataTransfer?.files)
  })
  box.addEventListener('paste', ({ clipboardData }) => {
    if (!clipboardData?.types.includes('text/plain')) take(clipboardData?.files)
  })
  return { ...field, element: box }
}

/** An image, and what it shows: a path, or both in an object. @param {Asked} asked @returns {Field} */
export function imageField(asked) {
  const { id, shape, changed } = asked
  const file = fileField(asked)
  const alt = element('input', { id: `${id}-alt`, type: 'text', change: changed })
  const label = labelFor(`${id}-alt`, 'What it shows', shape.alt === 'required')
  let before = /** @type {any} */ ({})
  return {
    element: element('div', groupOf(id), file.element, label, alt),
    value() {
      const path = file.value()
      const text = alt.value.trim()
      if (path === null && text === '') return null
      if (text === '' && before.file === undefined) return path
      const { file: _file, alt: _alt, ...others } = before
      return { ...others, ...(path !== null && { file: path }), ...(text !== '' && { alt: text }) }
    },
    show(value) {
      const isText = typeof value === 'string'
      before = isText ? {} : (value ?? {})
      file.show(isText ? value : before.file)
      alt.value = before.alt ?? ''
    },
  }
}
