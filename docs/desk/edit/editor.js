// The source in CodeMirror, which lives in a shadow root: there it uses constructed style sheets, and the page's
// Content-Security-Policy stays as it is.
import { element } from '../../element.js'
import {
  autocompletion,
  ChangeSet,
  completionKeymap,
  defaultKeymap,
  deleteMarkupBackward,
  drawSelection,
  dropCursor,
  EditorState,
  EditorView,
  history,
  historyKeymap,
  insertNewlineContinueMarkup,
  isolateHistory,
  keymap,
  lintKeymap,
  search,
  searchKeymap,
  setDiagnostics,
} from './codemirror.js'
import { look } from './theme.js'

/** @typedef {import('./codemirror.js').Edit} Edit */
/** @typedef {import('./codemirror.js').Extension} Extension */
/** @typedef {ReturnType<typeof sourceEditor>} Editor */

/** @typedef {Parameters<typeof autocompletion>[0]['override'][number]} Complete */

const usual = [
  ...[history(), drawSelection(), dropCursor(), search({ top: true }), look, EditorView.lineWrapping],
  EditorView.contentAttributes.of({ 'aria-label': 'Source', spellcheck: 'true' }),
]

/** @param {() => void} save @param {() => void} insertLink */
function keysOf(save, insertLink) {
  const command = (/** @type {() => void} */ run) => () => {
    run()
    return true
  }
  return [
    { key: 'Mod-s', run: command(save) },
    { key: 'Mod-k', run: command(insertLink) },
    { key: 'Enter', run: insertNewlineContinueMarkup },
    { key: 'Backspace', run: deleteMarkupBackward },
    // Tab leaves the editor, as it leaves any field.
    ...[completionKeymap, searchKeymap, historyKeymap, lintKeymap, defaultKeymap].flat(),
  ]
}

/**
 * @param {string} text @param {{ changed(): void, save(): void, insertLink(): void, complete: Complete, more: Extension[] }} uses
 */
export function sourceEditor(text, { changed, save, insertLink, complete, more }) {
  const host = element('div', { class: 'source' })
  const root = host.attachShadow({ mode: 'open' })
  /** @type {Set<{ changes: ChangeSet }>} */
  const followers = new Set()
  const listener = EditorView.updateListener.of(({ docChanged, changes }) => {
    if (!docChanged) return
    for (const one of followers) one.changes = one.changes.compose(changes)
    changed()
  })
  const completion = autocompletion({ override: [complete], icons: false })
  const extensions = [keymap.of(keysOf(save, insertLink)), listener, completion, ...usual, ...more]
  const view = new EditorView({ state: EditorState.create({ doc: text, extensions }), parent: root, root })
  /** The text of the file as it was read or written last, and what has been changed since. */
  let saved = view.state.doc
  let unsaved = follow()

  /** Keeps what is changed from now on, and so where what is at a position now has got to later. */
  function follow() {
    const one = {
      changes: ChangeSet.empty(view.state.doc.length),
      /** Returns where a range has got to, without what was written at its ends. @param {{ from: number, to: number }} range */
      place(range) {
        const from = one.changes.mapPos(range.from, 1)
        return { from, to: Math.max(from, one.changes.mapPos(range.to, -1)) }
      },
      stop: () => followers.delete(one),
    }
    followers.add(one)
    return one
  }
  /** @param {typeof saved} doc @param {ReturnType<typeof follow>} since */
  function isSaved(doc, since) {
    unsaved.stop()
    saved = doc
    unsaved = since
  }
  /** @param {readonly Edit[]} edits */
  function apply(edits) {
    const changes = edits.map(change)
    view.dispatch({ changes, annotations: isolateHistory.of('full'), userEvent: 'input' })
  }
  return {
    element: host,
    view,
    follow,
    apply,
    focus: () => view.focus(),
    text: () => view.state.doc.toString(),
    isDirty: () => !view.state.doc.eq(saved),
    /** Returns the changes from the text that was saved last to this one, and the function to call once they are saved. */
    toSave() {
      const { doc } = view.state
      const since = follow()
      return { edits: editsOf(unsaved.changes), done: () => isSaved(doc, since), stop: since.stop }
    },
    /** Takes a text for what is saved; what is written here stays. @param {string} text */
    rebase(text) {
      const edit = difference(text, view.state.doc.toString())
      const since = follow()
      since.changes = ChangeSet.of(edit ? change(edit) : [], text.length)
      isSaved(EditorState.create({ doc: text, extensions: [] }).doc, since)
    },
    /** Shows a text, which is what is saved. @param {string} text */
    replace(text) {
      const edit = difference(view.state.doc.toString(), text)
      if (edit) apply([edit])
      isSaved(view.state.doc, follow())
    },
    /** @param {number} from @param {number} [to] */
    select(from, to = from) {
      view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true })
      view.focus()
    },
    /** Inserts a text in place of the selection, or where it is dropped. @param {string} text @param {number} [from] @param {number} [to] */
    insert(text, from = view.state.selection.main.from, to = view.state.selection.main.to) {
      const selection = { anchor: from + text.length }
      view.dispatch({
        changes: { from, to, insert: text },
        selection,
        userEvent: 'input.paste',
        scrollIntoView: true,
      })
    },
    /** @param {import('./codemirror.js').Diagnostic[]} diagnostics */
    underline: (diagnostics) => view.dispatch(setDiagnostics(view.state, diagnostics)),
    close: () => view.destroy(),
  }
}

/** @param {Edit} edit */
function change({ from, to, text }) {
  return { from, to, insert: text }
}

/** @param {ChangeSet} changes */
function editsOf(changes) {
  /** @type {Edit[]} */
  const edits = []
  changes.iterChanges((from, to, _from, _to, inserted) => edits.push({ from, to, text: inserted.toString() }))
  return edits
}

/**
 * One replacement that makes the second text of the first.
 * @param {string} before @param {string} after @returns {Edit | undefined}
 */
function difference(before, after) {
  if (before === after) return undefined
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return { from: start, to: before.length - end, text: after.slice(start, after.length - end) }
}
