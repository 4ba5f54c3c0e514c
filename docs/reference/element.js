// Makes elements. Text only ever becomes text nodes: nothing on these pages parses HTML, and the Content-Security-Policy
// would not let it.

/** @typedef {Node | string} Child */
/** @typedef {string | number | boolean | undefined | ((event: Event) => void)} Attribute */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, Attribute>} [attributes] a function listens to the event of that name; false leaves out
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value)
    else if (value !== undefined && value !== false)
      made.setAttribute(name, value === true ? '' : String(value))
  }
  made.append(...children)
  return made
}

/**
 * A heading with what it is for beside it, so that both are announced together.
 * @param {string} title
 * @param {string} id
 * @param {...Child} children
 */
export function section(title, id, ...children) {
  return element('section', { 'aria-labelledby': id, class: id }, element('h2', { id }, title), ...children)
}
