// Pieces of text that Liquid and Nunjucks put into posts: `{% include note.html title="Mind" %}`. Nothing in them is executed: what
// a piece is given as parameters takes its place, and a piece that does more stays where it is, as a tag.
import { allowance, MAX_ADDED } from './tags.ts'

/** The levels to which pieces may include others. */
const MAX_DEPTH = 4

const INCLUDE = /\{%-?\s*include(_relative|_cached)?\s+["']?([\w./-]+)["']?([^%{}]{0,2000}?)-?%\}/g

/** The text of a piece, by its name in the tag. */
export type PieceReader = (name: string, isRelative: boolean) => string | undefined

/** Makes the function that gives the text for a tag; `undefined` for one that has to stay. */
export function pieces(read: PieceReader): (tag: string) => string | undefined {
  const mayAdd = allowance()
  const expanded = (tag: string, around: Parameters, depth: number): string | undefined => {
    const [, kind, name = '', written = ''] = new RegExp(`^${INCLUDE.source}$`).exec(tag) ?? []
    const piece = depth > MAX_DEPTH ? undefined : read(name, kind === '_relative')
    const given = parametersIn(written, around)
    const most = Math.max(0, ...[...given.values()].map((value) => value.length))
    if (piece === undefined || !mayAdd(piece.length + most * (piece.split('{{').length - 1))) return undefined
    const filled = withParameters(piece.trim(), given)
    let isPlain = !/<(?:script|style|form)\b/i.test(filled)
    const whole = filled.replace(INCLUDE, (inner) => {
      const text = isPlain ? expanded(inner, given, depth + 1) : undefined
      isPlain &&= text !== undefined
      return text ?? ''
    })
    return isPlain && whole.length <= MAX_ADDED && !/\{%|\{\{-?\s*include\b/.test(whole) ? whole : undefined
  }
  return (tag) => expanded(tag, new Map(), 1)
}

type Parameters = ReadonlyMap<string, string>

/** Reads parameters by name. A word without quotes is a variable, and stays one unless it is a parameter of the piece around. */
function parametersIn(written: string, around: Parameters): Map<string, string> {
  const pairs = written.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g)
  return new Map(
    Array.from(pairs, ([, name = '', double, single, bare = '']): [string, string] => {
      const isLiteral = /^(?:[\d.]+|true|false)$/.test(bare)
      const passed = bare.startsWith('include.')
        ? (around.get(bare.slice('include.'.length)) ?? '')
        : undefined
      return [name, double ?? single ?? passed ?? (isLiteral ? bare : `{{ ${bare} }}`)]
    }),
  )
}

/** A condition on one parameter, with nothing but text in it. */
const CONDITION =
  /\{%-?\s*(if|unless)\s+include\.([\w-]+)\s*-?%\}((?:[^{]|\{(?!%)){0,20000}?)(?:\{%-?\s*else\s*-?%\}((?:[^{]|\{(?!%)){0,20000}?))?\{%-?\s*end\1\s*-?%\}/g

function withParameters(piece: string, given: Parameters): string {
  let text = piece.replace(/\{%-?\s*comment\s*-?%\}(?:[^{]|\{(?!%)){0,20000}\{%-?\s*endcomment\s*-?%\}/g, '')
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    text = text.replace(CONDITION, (_, word: string, name: string, then: string, otherwise = '') =>
      given.has(name) === (word === 'if') ? then : otherwise,
    )
  }
  return text.replace(
    /\{\{-?\s*include\.([\w-]+)\s*(?:\|\s*(?:strip|escape|default:\s*(?:"([^"{}]*)"|'([^'{}]*)'))\s*)?-?\}\}/g,
    (_, name: string, double?: string, single?: string) => given.get(name) ?? double ?? single ?? '',
  )
}
