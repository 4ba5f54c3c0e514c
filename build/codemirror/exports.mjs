// Exports what the writing desk uses of CodeMirror. docs/desk/edit/codemirror.d.ts has the types.
export { autocompletion, completionKeymap } from '@codemirror/autocomplete'
export { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands'
export {
  deleteMarkupBackward,
  insertNewlineContinueMarkup,
  markdownLanguage,
} from '@codemirror/lang-markdown'
export { HighlightStyle, Language, syntaxHighlighting } from '@codemirror/language'
export { lintKeymap, setDiagnostics } from '@codemirror/lint'
export { search, searchKeymap } from '@codemirror/search'
export { ChangeSet, EditorState } from '@codemirror/state'
export { drawSelection, dropCursor, EditorView, keymap } from '@codemirror/view'
export { tags } from '@lezer/highlight'
