// What is wrong with the text, underlined at its place and listed below; one click applies what to write instead.
import { element } from '../../element.js'

/** @typedef {import('./wire.js').Problem} Problem */
/** @typedef {import('./editor.js').Editor} Editor */

/** @param {Editor} editor */
export function problemsOf(editor) {
  const list = element('ul', { class: 'problems', 'aria-label': 'Problems' })
  /** @type {ReturnType<Editor['follow']> | undefined} */
  let since

  return {
    element: list,
    /**
     * @param {readonly Problem[]} problems
     * @param {ReturnType<Editor['follow']>} follower from the text that they are of
     */
    show(problems, follower) {
      since?.stop()
      since = follower
      const [map, length] = [follower.map, editor.text().length]
      /** @type {Placed} */
      const place = (range) => {
        const from = Math.min(map(range.from, 1), length)
        return { from, to: Math.max(from, Math.min(map(range.to), length)) }
      }
      editor.underline(
        problems.map((problem) => {
          const { from, to } = place(problem)
          const actions = fixesOf(problem).map(([label, edit]) => ({
            name: label,
            apply: () => editor.apply([edit(place)]),
          }))
          return { from, to, severity: problem.severity, message: wordsOf(problem), actions }
        }),
      )
      list.replaceChildren(...problems.map((problem) => itemOf(problem, place)))
      list.hidden = problems.length === 0
    },
  }

  /**
   * @param {Problem} problem
   * @param {Placed} place
   */
  function itemOf(problem, place) {
    const { line, column, severity } = problem
    const go = () => {
      const { from, to } = place(problem)
      editor.select(from, to)
    }
    const fixes = fixesOf(problem).map(([label, edit]) =>
      button(label, () => {
        editor.apply([edit(place)])
        editor.focus()
      }),
    )
    return element(
      'li',
      {},
      element('span', { class: `badge ${severity}` }, severity),
      ' ',
      button(`Line ${line}, column ${column}`, go),
      element('p', {}, wordsOf(problem)),
      ...(fixes.length > 0 ? [element('p', { class: 'fixes' }, ...fixes)] : []),
    )
  }
}

/**
 * @param {string} label
 * @param {() => void} click
 */
function button(label, click) {
  return element('button', { type: 'button', class: 'small', click }, label)
}

/** @param {Problem} problem */
function wordsOf({ message, hint }) {
  return hint === '' ? message : `${message} ${hint}`
}

/** @typedef {(range: { from: number, to: number }) => { from: number, to: number }} Placed where a range has got to */
/** @typedef {(place: Placed) => import('./codemirror.js').Edit} Fixed */

/**
 * @param {Problem} problem
 * @returns {[label: string, edit: Fixed][]}
 */
function fixesOf({ fix }) {
  if (!fix) return []
  return [fix.text, ...(fix.others ?? [])].map((text) => [
    text.trim() === '' ? 'Remove it' : `Write ${shortened(text.trim())}`,
    (place) => ({ ...place(fix), text }),
  ])
}

/** @param {string} text */
function shortened(text) {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
