// The text of descriptions: paragraphs, lists, `code`, **bold** and links, which is all that docs/openapi.yaml uses of markdown.
import { element } from './element.js'

/** @typedef {import('./element.js').Child} Child */

/**
 * @param {string} text
 * @returns {HTMLElement[]} a paragraph or a list each
 */
export function paragraphs(text) {
  return text
    .trim()
    .split(/\n\s*\n/)
    .filter((block) => block !== '')
    .map((block) => {
      const items = block.split(/^[-*] /m)
      if (items.length > 1 && items[0] === '') {
        return element('ul', {}, ...items.slice(1).map((item) => element('li', {}, ...inline(item))))
      }
      return element('p', {}, ...inline(block))
    })
}

/**
 * @param {string} text
 * @returns {Child[]}
 */
export function inline(text) {
  const parts = text.replace(/\s+/g, ' ').split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/)
  return parts.filter((part) => part !== '').map(formatted)
}

/**
 * @param {string} part
 * @returns {Child}
 */
function formatted(part) {
  const [, code] = /^`(.+)`$/.exec(part) ?? []
  if (code !== undefined) return element('code', {}, code)
  const [, bold] = /^\*\*(.+)\*\*$/.exec(part) ?? []
  if (bold !== undefined) return element('strong', {}, bold)
  const [, label, target] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? []
  if (label === undefined || target === undefined) return part
  return /^(?:https?:\/\/|\/(?!\/)|#)/.test(target) ? element('a', { href: target }, label) : label
}

/**
 * Returns the first part of a description, and the rest of it; the rest is empty if it is short.
 * @param {string} text
 * @returns {[first: string, rest: string]}
 */
export function beginning(text) {
  const whole = text.trim()
  if (whole.length <= 180) return [whole, '']
  const end = /[.:](?=\s)/.exec(whole)
  if (end === null) return [whole, '']
  return [whole.slice(0, end.index + 1).replace(/:$/, '.'), whole.slice(end.index + 1).trim()]
}
