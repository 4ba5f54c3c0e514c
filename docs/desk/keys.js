// The key of a workspace, which one types in a preview. It stays in this page's memory: storage of the browser outlives the page.
import { element } from '../element.js'
import { previewPlaces, Refused } from './source.js'

/** @typedef {import('./source.js').Place} Place */

/**
 * @param {(places: Place[], preview: string | null) => Promise<void>} open
 */
export function keyForm(open) {
  let opened = 0
  const input = element('input', {
    id: 'key',
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-describedby': 'key-reply',
    required: true,
  })
  const reply = element('p', { id: 'key-reply', role: 'alert', class: 'bad' })
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault()
    reply.textContent = ''
    try {
      const { places, preview } = await previewPlaces(input.value.trim(), String(opened + 1))
      opened++
      input.value = ''
      await open(places, preview)
    } catch (error) {
      reply.textContent = messageOf(error)
    }
  }
  return element(
    'form',
    { class: 'keys', submit, autocomplete: 'off' },
    element('label', { for: 'key' }, 'Key of a workspace'),
    element(
      'div',
      { class: 'key-line' },
      input,
      element('button', { type: 'submit', class: 'send' }, 'Open'),
    ),
    reply,
  )
}

/** @param {unknown} error */
function messageOf(error) {
  if (!(error instanceof Refused)) return 'There is no reply; try again.'
  return error.status === 404 ? 'No workspace of this preview has that key.' : error.message
}
