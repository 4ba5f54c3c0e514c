// Saves what is written: one request at a time, and never over what somebody else has saved meanwhile.
import { element } from '../../element.js'
import { ask } from './dialog.js'
import { Changed, reasonOf } from './wire.js'

/** @typedef {import('./editor.js').Editor} Editor */

/** @typedef {ReturnType<typeof import('./wire.js').wireOf>} Wire */

/** @param {Wire} wire @param {Editor} editor @param {string} first the file's tag @param {import('./images.js').Say} say */
export function saving(wire, editor, first, say) {
  let tag = first
  /** @type {Promise<boolean> | undefined} */
  let running

  /** @returns {Promise<boolean>} whether all that was written until now is in the file */
  async function save() {
    while (running) await running
    running = write().finally(() => {
      running = undefined
    })
    return running
  }

  async function write() {
    if (!editor.isDirty()) return isSaved()
    const { edits, done, stop } = editor.toSave()
    say('Saving…', '')
    try {
      tag = await wire.write(edits, tag)
      done()
      return isSaved()
    } catch (error) {
      stop()
      if (error instanceof Changed) return choose(error)
      say(`Not saved. ${reasonOf(error)}`, 'bad')
      return false
    }
  }

  function isSaved() {
    if (!editor.isDirty()) say('Saved', 'good')
    return true
  }

  /** @param {{ text: string, tag: string }} other @returns {Promise<boolean>} */
  async function choose(other) {
    say('Not saved: the file has been changed elsewhere.', 'bad')
    const mine = editor.text()
    const choice = await ask('The file has been changed elsewhere', versions(mine, other.text), [
      ['mine', 'Keep mine'],
      ['theirs', 'Take the file’s'],
    ])
    if (choice === '') return false
    tag = other.tag
    if (choice === 'mine') {
      editor.rebase(other.text)
      return write()
    }
    editor.replace(other.text)
    say('This is the file’s version; undo brings back yours.', '')
    return true
  }

  return {
    save,
    tag: () => tag,
    isRunning: () => running !== undefined,
    /** Shows what the file has now, unless there is something here that it does not have. */
    async look() {
      if (running) return
      const { text, tag: now } = await wire.read()
      if (running || now === tag) return
      if (editor.isDirty())
        return void say('The file has been changed elsewhere; Save shows both versions.', 'bad')
      tag = now
      editor.replace(text)
    },
  }
}

/** @param {string} mine @param {string} theirs */
function versions(mine, theirs) {
  const [left, right] = [mine.split('\n'), theirs.split('\n')]
  const most = Math.min(left.length, right.length)
  let start = 0
  while (start < most && left[start] === right[start]) start++
  let end = 0
  while (end < most - start && left.at(-1 - end) === right.at(-1 - end)) end++
  const side = (/** @type {string} */ title, /** @type {string[]} */ lines) => {
    const own = lines.slice(start, lines.length - end).join('\n')
    const before = lines.slice(Math.max(0, start - 3), start).map((one) => `${one}\n`)
    const after = lines
      .slice(lines.length - end)
      .slice(0, end && 3)
      .map((one) => `\n${one}`)
    const text = element(
      'pre',
      { tabindex: 0, 'aria-label': title },
      ...before,
      element('mark', {}, own || ' '),
      ...after,
    )
    return element('section', {}, element('h3', {}, `${title}, from line ${start + 1}`), text)
  }
  return [
    element('p', {}, 'Nothing has been written. What is marked differs.'),
    element('div', { class: 'versions' }, side('Yours', left), side('The file’s', right)),
  ]
}
