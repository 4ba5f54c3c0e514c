// Text that is there to be copied, with the button that does so.
import { element } from './element.js'

/**
 * @param {string} what what is copied, for those who only hear the button: `curl`
 * @param {() => string} textOf
 */
export function copyButton(what, textOf) {
  const said = element('span', { class: 'unseen', role: 'status' })
  const shown = element('span', {}, 'Copy')
  const button = element('button', { type: 'button', class: 'small', 'aria-label': `Copy ${what}` }, shown)
  button.addEventListener('click', async () => {
    const isCopied = await copy(textOf())
    shown.textContent = isCopied ? 'Copied' : 'Not copied'
    said.textContent = isCopied ? `${what} copied` : `${what} was not copied; select the text instead`
    setTimeout(() => {
      shown.textContent = 'Copy'
      said.textContent = ''
    }, 2_000)
  })
  return element('span', { class: 'copy' }, button, said)
}

/**
 * Pages that came over plain HTTP from another machine have no `navigator.clipboard`.
 * @param {string} text
 */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** @param {string} text */
function copySelected(text) {
  const focused = document.activeElement
  const area = element('textarea', { class: 'unseen', 'aria-hidden': 'true', tabindex: -1 })
  area.value = text
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}

/**
 * @param {string} title
 * @returns {{ element: HTMLElement, write: (text: string) => void }}
 */
export function snippet(title) {
  const code = element('code')
  const head = element('div', { class: 'head' }, element('h3', {}, title))
  head.append(copyButton(title, () => code.textContent ?? ''))
  return {
    element: element('div', { class: 'snippet' }, head, element('pre', {}, code)),
    write: (text) => {
      code.textContent = text
    },
  }
}
