// The look of a source in the editor: the colours of the page, which are light or dark as the system is.
import { EditorView, HighlightStyle, syntaxHighlighting, tags } from './codemirror.js'

const panel = { padding: '0.4rem 0.6rem', background: 'var(--wash)', color: 'var(--ink)' }
const button = {
  padding: '0.15rem 0.6rem',
  border: '1px solid var(--edge)',
  borderRadius: '4px',
  background: 'var(--sheet)',
  color: 'var(--ink)',
  font: '500 0.8125rem / 1.5 var(--text)',
}
/** @param {string} colour */
const under = (colour) => ({
  paddingBottom: '0',
  backgroundImage: 'none',
  textDecoration: `underline wavy ${colour}`,
  textUnderlineOffset: '0.25em',
  textDecorationSkipInk: 'none',
})

const theme = EditorView.theme({
  '&': { height: '100%', background: 'var(--sheet)', color: 'var(--ink)', fontSize: '0.9375rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px', borderRadius: '7px' },
  '.cm-scroller': { fontFamily: 'var(--code)', lineHeight: '1.65', overflow: 'auto' },
  '.cm-content': { padding: '0.9rem 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 1rem' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--back)',
  },
  '.cm-searchMatch': { background: 'var(--mark)' },
  '.cm-searchMatch-selected': { background: 'var(--back)', outline: '1px solid var(--accent)' },
  '.cm-panels': { ...panel, padding: '0', borderColor: 'var(--line)' },
  '.cm-panel.cm-search': { ...panel, font: '0.875rem / 1.6 var(--text)' },
  '.cm-panel.cm-search [name=close]': { color: 'var(--ink)', fontSize: '1.25rem', padding: '0 0.5rem' },
  '.cm-textfield': { border: '1px solid var(--edge)', background: 'var(--sheet)', fontSize: '0.875rem' },
  '.cm-button': { ...button, backgroundImage: 'none', '&:active': { backgroundImage: 'none' } },
  '.cm-panel.cm-panel-lint ul [aria-selected]': { background: 'var(--back)', color: 'var(--ink)' },
  '.cm-tooltip': {
    border: '1px solid var(--edge)',
    borderRadius: '5px',
    background: 'var(--sheet)',
    color: 'var(--ink)',
    maxWidth: 'min(36rem, 90vw)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--text)', maxHeight: '16rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.3rem 0.7rem', lineHeight: '1.4' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    background: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '.cm-completionDetail': { fontStyle: 'normal', fontSize: '0.8125rem', opacity: '0.85' },
  '.cm-diagnostic': { padding: '0.5rem 0.75rem', font: '0.875rem / 1.5 var(--text)' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--bad)' },
  '.cm-diagnostic-warning': { borderLeft: '4px solid var(--same)' },
  '.cm-diagnosticAction': { ...button, margin: '0.35rem 0.4rem 0 0', cursor: 'pointer' },
  '.cm-lintRange-error': under('var(--bad)'),
  '.cm-lintRange-warning': under('var(--same)'),
})

const quiet = { color: 'var(--quiet)' }
const style = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '700', color: 'var(--ink)' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: tags.monospace, color: 'var(--string)' },
  { tag: [tags.quote, tags.processingInstruction, tags.contentSeparator, tags.comment], ...quiet },
  { tag: tags.meta, color: 'var(--literal)' },
])

export const look = [theme, syntaxHighlighting(style)]
