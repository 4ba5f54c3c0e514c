// Items of a list in rows, which are moved and removed by buttons; the focus follows.
import { element } from '../../element.js'

/** @typedef {import('./fields.js').Field} Field */
/** @typedef {{ field: Field, li: HTMLElement, title: HTMLElement, buttons: HTMLButtonElement[] }} Row */

/**
 * @param {HTMLElement} list
 * @param {() => { field: Field, title: HTMLElement }} make
 * @param {(title: HTMLElement, i: number) => string} nameOf gives the item at a position its name
 * @param {() => HTMLElement} adder has the focus when nothing is left
 * @param {() => void} changed
 */
export function rowsOf(list, make, nameOf, adder, changed) {
  /** @type {Row[]} */
  const rows = []
  /** Names depend on the order. */
  function named() {
    for (const [i, { title, buttons }] of rows.entries()) {
      const name = nameOf(title, i)
      const names = [`Move ${name} up`, `Move ${name} down`, `Remove ${name}`]
      for (const [j, button] of buttons.entries()) {
        button.setAttribute('aria-label', names[j] ?? '')
        button.disabled = (j === 0 && i === 0) || (j === 1 && i === rows.length - 1)
      }
    }
  }
  /** @param {Row} row @param {1 | -1} by */
  function move(row, by) {
    const at = rows.indexOf(row)
    rows.splice(at + by, 0, ...rows.splice(at, 1))
    list.insertBefore(row.li, rows[at + by + 1]?.li ?? null)
    named()
    const [up, down] = by < 0 ? row.buttons : row.buttons.slice(0, 2).reverse()
    ;(up?.disabled ? down : up)?.focus()
    changed()
  }
  /** @param {Row} row */
  function take(row) {
    const at = rows.indexOf(row)
    rows.splice(at, 1)
    row.li.remove()
    named()
    ;(rows[Math.min(at, rows.length - 1)]?.buttons[2] ?? adder()).focus()
    changed()
  }
  return {
    rows,
    /** @param {unknown} value */
    add(value) {
      const { field, title } = make()
      /** @type {[sign: string, click: () => void][]} */
      const uses = [
        ['↑', () => move(row, -1)],
        ['↓', () => move(row, 1)],
        ['×', () => take(row)],
      ]
      const buttons = uses.map(([sign, click]) => element('button', { type: 'button', click }, sign))
      const parts = title === field.element ? [title] : [title, field.element]
      const li = element('li', {}, ...parts, element('span', { class: 'item-tools' }, ...buttons))
      const row = { field, li, title, buttons }
      rows.push(row)
      field.show(value)
      list.append(li)
      named()
      return row
    },
    clear() {
      rows.splice(0)
      list.replaceChildren()
    },
  }
}
