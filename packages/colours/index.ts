// Code in colours, by Shiki: which parts of a text have which class, and what these look like in a theme. The one door of this folder,
// which imports nothing of ours but basics of search.

export { styleSheet, type Themes } from './classes.ts'
export { languages, themeNames } from './shiki.ts'
export { CodeReader, type CodeSpan, MAX_LINE, MAX_TIME } from './spans.ts'
