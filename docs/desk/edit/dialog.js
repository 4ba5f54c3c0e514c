// A question in a dialog of the browser, which keeps the focus, and gives it back.
import { element } from '../../element.js'
import { reasonOf } from './wire.js'

/** @typedef {import('../../element.js').Child} Child */

/**
 * @param {string} title @param {Child[]} content
 * @param {[value: string, label: string][]} choices the first is what Enter does
 * @param {(value: string) => Promise<unknown>} [before] done before it closes; what it throws is shown
 * @returns {Promise<string>} empty if it was left
 */
export function ask(title, content, choices, before) {
  const reply = element('p', { class: 'bad', role: 'alert' })
  const buttons = choices.map(([value, label], i) =>
    element('button', { type: 'submit', value, class: i === 0 ? 'send' : undefined }, label),
  )
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault()
    const { submitter } = /** @type {SubmitEvent} */ (event)
    const { value } = /** @type {HTMLButtonElement} */ (submitter ?? buttons[0])
    try {
      reply.textContent = ''
      for (const button of buttons) button.disabled = true
      await before?.(value)
      dialog.close(value)
    } catch (error) {
      reply.textContent = reasonOf(error)
    } finally {
      for (const button of buttons) button.disabled = false
    }
  }
  const close = element('button', { type: 'button', click: () => dialog.close('') }, 'Cancel')
  const all = choices.length > 1 || before ? [...buttons, close] : buttons
  const foot = element('div', { class: 'choices' }, ...all)
  const form = element('form', { submit }, element('h2', {}, title), ...content, reply, foot)
  const dialog = element('dialog', { class: 'ask', 'aria-label': title }, form)
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) =>
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue)
    }),
  )
}

/** @param {string} title @param {...Child} text */
export function tell(title, ...text) {
  return ask(title, [element('p', {}, ...text)], [['', 'OK']])
}
