// The body of a reply: JSON indented and coloured, any other text as it is, and of the rest how long it is.
import { element } from './element.js'

/** More than that would make the page slow: a list may have megabytes. */
const shownCharacters = 100_000
/** Longer JSON is shown as it came. */
const indentedCharacters = 2_000_000

/**
 * @typedef {object} Shown
 * @property {HTMLElement[]} elements
 * @property {string | undefined} text as it came, if it is text
 */

/**
 * @param {string} type
 * @param {Uint8Array} bytes
 * @returns {Shown}
 */
export function bodyOf(type, bytes) {
  if (bytes.length === 0) return { elements: [note('It has no body.')], text: undefined }
  if (!/^text\/|[/+](?:json|xml|javascript|yaml)\b/.test(type)) {
    return {
      elements: [note(`${type || 'Of no type'}: not text, so it is not shown here.`)],
      text: undefined,
    }
  }
  const text = new TextDecoder().decode(bytes)
  const whole = isJsonType(type) && text.length <= indentedCharacters ? indented(text) : undefined
  const shown = (whole ?? text).slice(0, shownCharacters)
  const isCut = shown.length < (whole ?? text).length
  const pieces = whole === undefined ? [shown] : coloured(shown)
  const notes = isCut ? [note('This is its beginning. “Copy” copies all of it.')] : []
  return { elements: [element('pre', { class: 'body' }, element('code', {}, ...pieces)), ...notes], text }
}

/** @param {string} type */
export function isJsonType(type) {
  return /[/+]json\b/.test(type)
}

/** @param {string} text */
function note(text) {
  return element('p', { class: 'quiet' }, text)
}

/**
 * @param {string} text
 * @returns {string | undefined} `undefined` if it is not JSON after all
 */
function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return undefined
  }
}

const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * @param {string} json
 * @returns {(Node | string)[]}
 */
function coloured(json) {
  /** @type {(Node | string)[]} */
  const pieces = []
  let end = 0
  for (const { 0: token, 1: string, 2: colon = '', index } of json.matchAll(tokens)) {
    pieces.push(json.slice(end, index))
    const kind = string === undefined ? 'literal' : colon === '' ? 'string' : 'key'
    pieces.push(element('span', { class: kind }, string ?? token), colon)
    end = index + token.length
  }
  return [...pieces, json.slice(end)]
}
