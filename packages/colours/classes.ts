// The classes of coloured code, whatever the theme: HTML stays as it is if another one is chosen.
import { opened, shiki } from './shiki.ts'

/** The class of text that is within a string, but not part of it. */
const PLAIN = 'plain'
/** Names, each with what themes call it; the class is `code-` and the name. */
const SCOPES =
  `${PLAIN} meta.template.expression meta.embedded source.embedded; comment comment string.comment;
  keyword keyword.control keyword storage; operator keyword.operator; string string; regexp string.regexp source.regexp;
  escape constant.character.escape; number constant.numeric; constant constant.language constant variable.other.constant;
  variable variable.other.readwrite variable; parameter variable.parameter; self variable.language;
  property support.type.property-name meta.property-name; function entity.name.function support.function;
  type entity.name.type entity.name.class entity.other.inherited-class support.class support.type;
  builtin support.constant support; name entity.name entity; tag entity.name.tag; attribute entity.other.attribute-name;
  heading markup.heading; strong markup.bold; emphasis markup.italic; raw markup.inline.raw; quote markup.quote;
  link markup.underline.link string.other.link; inserted markup.inserted punctuation.definition.inserted;
  deleted markup.deleted punctuation.definition.deleted; changed markup.changed punctuation.definition.changed;
  meta meta.diff.range meta.diff.header meta.separator; invalid invalid`
    .split(';')
    .map((entry) => entry.trim().split(' '))

/** A theme whose colours are the numbers of names. */
export const NUMBERED = {
  name: 'numbered',
  settings: [[], ...SCOPES].map(([, ...scope], number) => ({
    ...(number > 0 && { scope }),
    settings: { foreground: `#${number.toString(16).padStart(6, '0')}`, background: '#ffffff' },
  })),
}

/** @param colour of that theme */
export function nameOf(colour = ''): string | undefined {
  const name = SCOPES[Number.parseInt(colour.slice(1), 16) - 1]?.[0]
  return name === PLAIN ? undefined : name
}

/** The colours of both themes, which a reader's system chooses from, and of lines. */
export function styleSheet({ light, dark }: Themes): string {
  return `pre.code>code{display:block;width:max-content;min-width:100%}
pre.code[data-title]::before{content:attr(data-title);display:block;margin-bottom:.5em;opacity:.75}
.code-marked,.code-added,.code-removed{display:block}
.code-marked{background:rgb(128 128 128/.16)}
.code-added{background:rgb(46 160 67/.16)}
.code-removed{background:rgb(248 81 73/.16)}
${rulesOf(light)}@media (prefers-color-scheme:dark){
${rulesOf(dark)}}
`
}

/** The themes by their names. */
export interface Themes {
  light: string
  dark: string
}

/** Returns the appearance of each name in code. */
function rulesOf(theme: string): string {
  const patterns = SCOPES.map(([name, scope]) => ({ match: `\\b${name}\\b`, name: scope! }))
  const names = opened({ name: 'names', scopeName: 'source.names', patterns, repository: {} }, theme)
  const { codeToTokensBase, getTokenStyleObject, stringifyTokenStyle } = shiki()
  const { fg, bg } = names.getTheme(theme)
  const rules = new Map([[`color:${fg};background-color:${bg}`, ['pre.code']]])
  const all = SCOPES.slice(1).map(([name]) => name)
  for (const token of codeToTokensBase(names, all.join('\n'), { lang: 'names', theme }).flat()) {
    const style = stringifyTokenStyle(getTokenStyleObject(token))
    rules.set(style, [...(rules.get(style) ?? []), `.code-${token.content}`])
  }
  return [...rules].map(([style, selectors]) => `${selectors.join()}{${style}}\n`).join('')
}
