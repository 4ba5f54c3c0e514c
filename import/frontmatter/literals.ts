// Reads literals out of a configuration in JavaScript or TypeScript, which is never executed: strings, numbers and flags
// that are the value of a key, by the path of keys to them.
import type { SourceData, SourceValue } from '../source.ts'

const TOKEN =
  /\/\/.*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|[A-Za-z_$][\w$]*|-?\d+(?:\.\d+)?|[{}[\](),:;=]/g

const WORD = /^[A-Za-z_$]/
const KEY = /^[A-Za-z_$'"]/

/** Keys below arrays and calls count as below the key that these are the value of. A later value wins. */
export function literalsIn(program: string): SourceData {
  const tokens = [...program.matchAll(TOKEN)]
    .map(([token]) => token)
    .filter((token) => !/^\/[/*]/.test(token))
  const constants = new Map<string, string>()
  const root: SourceData = {}
  const open: SourceData[] = [root]
  let target: SourceData = root
  let key: string | undefined
  const brackets: string[] = []
  /** A constant, or the value of a key. */
  const define = (token: string, sign: string, at: number) => {
    const value = literal(tokens[at], constants)
    if (sign === '=' && value !== undefined && WORD.test(token)) constants.set(token, value)
    if (sign !== ':' || !KEY.test(token)) return
    key = literal(token, new Map()) ?? token
    if (value !== undefined) target[key] = value
    else if (tokens[at] === '[') target[key] = listAt(tokens, at + 1, constants)
  }
  for (const [index, token] of tokens.entries()) {
    const [previous, next] = [tokens[index - 1], tokens[index + 1]]
    if (next === '=' || next === ':') define(token, next, index + 2)
    // `{ url }` is the constant of that name.
    const isShort = (previous === '{' || previous === ',') && (next === ',' || next === '}')
    if (isShort && brackets.at(-1) === '{' && constants.has(token)) target[token] = constants.get(token)!
    if (/^[{[(]$/.test(token)) brackets.push(token)
    else if (/^[}\])]$/.test(token)) brackets.pop()
    if (token === '{') {
      open.push(target)
      // An object that is no value of a key, such as an argument, counts as the one around it.
      if (previous === ':' && key !== undefined) target = target[key] = {}
    } else if (token === '}') {
      target = open.length > 1 ? open.pop()! : root
    }
  }
  return root
}

function listAt(
  tokens: readonly string[],
  from: number,
  constants: ReadonlyMap<string, string>,
): SourceValue[] {
  const end = tokens.indexOf(']', from)
  const items = tokens.slice(from, end < 0 ? from : end)
  if (items.some((token) => /^[{[(]$/.test(token))) return []
  return items.map((token) => literal(token, constants)).filter((value) => value !== undefined)
}

function literal(token: string | undefined, constants: ReadonlyMap<string, string>): string | undefined {
  if (token === undefined) return undefined
  if (/^['"`]/.test(token)) {
    const text = token.slice(1, -1)
    return token.startsWith('`') && text.includes('${') ? undefined : text.replace(/\\(['"`\\/])/g, '$1')
  }
  if (/^(-?\d|true$|false$)/.test(token)) return token
  return constants.get(token)
}
