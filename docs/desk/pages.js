// A list in pages: however many posts there are, only so many are in the document.
import { element } from '../element.js'

export const pageSize = 48

/**
 * @param {number} total
 * @param {number} page from 0
 * @param {(page: number) => void} turn
 */
export function pageButtons(total, page, turn) {
  const last = Math.max(0, Math.ceil(total / pageSize) - 1)
  const first = page * pageSize
  const text = `${(first + 1).toLocaleString('en')}–${Math.min(total, first + pageSize).toLocaleString('en')} of ${total.toLocaleString('en')}`
  return element(
    'nav',
    { class: 'pages', 'aria-label': 'Pages', hidden: last === 0 },
    button('Newer', page > 0, () => turn(page - 1)),
    element('span', { class: 'quiet' }, text),
    button('Older', page < last, () => turn(page + 1)),
  )
}

/**
 * @param {string} text
 * @param {boolean} isThere
 * @param {() => void} click
 */
function button(text, isThere, click) {
  return element('button', { type: 'button', class: 'small', disabled: !isThere, click }, text)
}
