// A problem of a file, with the line that is meant.
import { element } from '../element.js'

/**
 * @typedef {object} Problem
 * @property {string} file relative to the workspace's folder
 * @property {number} line
 * @property {number} column
 * @property {'error' | 'warning'} severity
 * @property {string} code
 * @property {string} message
 * @property {string} hint
 * @property {{ text: string, from: number, to: number } | null} excerpt
 */

/**
 * @param {readonly Problem[]} problems
 * @param {string} path before the path of a file
 */
export function problemList(problems, path) {
  return element('ul', { class: 'problems' }, ...problems.map((problem) => problemItem(problem, path)))
}

/**
 * @param {Problem} problem
 * @param {string} path
 */
function problemItem({ file, line, column, severity, code, message, hint, excerpt }, path) {
  const place = element(
    'p',
    { class: 'place' },
    element('span', { class: `badge ${severity}` }, severity),
    ' ',
    element('code', {}, `${path}${file}:${line}:${column}`),
    ' ',
    element('code', { class: 'quiet' }, code),
  )
  const text = element('p', {}, hint === '' ? message : `${message} ${hint}`)
  return element('li', {}, place, text, ...(excerpt ? [lineOf(line, excerpt)] : []))
}

/**
 * @param {number} number
 * @param {NonNullable<Problem['excerpt']>} excerpt
 */
function lineOf(number, { text, from, to }) {
  const meant = element('mark', {}, text.slice(from, to) || ' ')
  return element(
    'pre',
    { class: 'excerpt', tabindex: 0, 'aria-label': `Line ${number}` },
    element('span', { class: 'number' }, `${number} `),
    element('code', {}, text.slice(0, from), meant, text.slice(to)),
  )
}

/**
 * `2 errors, 1 warning`; empty if there are none.
 * @param {readonly Problem[]} problems
 */
export function totals(problems) {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const warnings = problems.length - errors
  return [
    ...(errors > 0 ? [errors === 1 ? '1 error' : `${errors} errors`] : []),
    ...(warnings > 0 ? [warnings === 1 ? '1 warning' : `${warnings} warnings`] : []),
  ].join(', ')
}
