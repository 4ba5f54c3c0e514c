// The problems of the text, underlined at their places and listed below; one click applies what to write instead.
import { element } from '../../element.js'

/** @typedef {import('./wire.js').Problem} Problem */
/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {ReturnType<Editor['follow']>} Follower */

/** @param {Editor} editor */
export function problemsOf(editor) {
  const list = element('ul', { class: 'problems', 'aria-label': 'Problems' })
  /** @type {Follower | undefined} */
  let since

  return {
    element: list,
    /** @param {readonly Problem[]} problems @param {Follower} follower from the text that they are of */
    show(problems, follower) {
      since?.stop()
      since = follower
      editor.underline(problems.map((problem) => diagnosticOf(problem, follower)))
      list.replaceChildren(...problems.map((problem) => itemOf(problem, follower)))
      list.hidden = problems.length === 0
    },
  }

  /** @param {Problem} problem @param {Follower} follower */
  function diagnosticOf(problem, follower) {
    const actions = fixesOf(problem, follower).map(([name, apply]) => ({ name, apply }))
    return { ...follower.place(problem), severity: problem.severity, message: wordsOf(problem), actions }
  }

  /** @param {Problem} problem @param {Follower} follower */
  function itemOf(problem, follower) {
    const { line, column, severity } = problem
    const go = () => {
      const { from, to } = follower.place(problem)
      editor.select(from, to)
    }
    const fixes = fixesOf(problem, follower).map(([label, apply]) => button(label, apply))
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

  /** @param {Problem} problem @param {Follower} follower @returns {[label: string, apply: () => void][]} */
  function fixesOf({ fix }, follower) {
    if (!fix) return []
    return [fix.text, ...(fix.others ?? [])].map((text) => [
      text.trim() === '' ? 'Remove it' : `Write ${shortened(text.trim())}`,
      () => {
        editor.apply([{ ...follower.place(fix), text }])
        editor.focus()
      },
    ])
  }
}

/** @param {string} label @param {() => void} click */
function button(label, click) {
  return element('button', { type: 'button', class: 'small', click }, label)
}

/** @param {Problem} problem */
function wordsOf({ message, hint }) {
  return hint === '' ? message : `${message} ${hint}`
}

/** @param {string} text */
function shortened(text) {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
