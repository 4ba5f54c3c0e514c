// Reads literals out of a configuration in JavaScript or TypeScript, which is never executed: strings, numbers and flags
// that are the value of a key, by the path of keys to them.
import type { SourceData, SourceValue } from '../source.ts'

const TOKEN =
  /\/\/.*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|[A-Za-z_$][\w$]*|-?\d+(?:\.\d+)?|[{}[\](),:;=]/g

/** Keys below arrays and calls count as below the key that these are the value of. A later value wins. */
export function literalsIn(program: string): SourceData {
  const tokens = [...program.matchAll(TOKEN)]
    .map(([token]) => token)
    .filter((token) => !/^\/[/*]/.test(token))
  const reader = new LiteralReader(tokens)
  for (const [index, token] of tokens.entries()) reader.read(token, index)
  return reader.root
}

class LiteralReader {
  readonly root: SourceData = {}
  readonly #tokens: readonly string[]
  readonly #constants = new Map<string, string>()
  readonly #open: SourceData[] = [this.root]
  #target = this.root
  #key: string | undefined
  readonly #brackets: string[] = []

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  read(token: string, index: number): void {
    const [previous, next] = [this.#tokens[index - 1], this.#tokens[index + 1]]
    if (next === '=' || next === ':') this.#define(token, next, index + 2)
    // `{ url }` is the constant of that name.
    const isShort = (previous === '{' || previous === ',') && (next === ',' || next === '}')
    if (isShort && this.#brackets.at(-1) === '{' && this.#constants.has(token))
      this.#target[token] = this.#constants.get(token)!
    if (/^[{[(]$/.test(token)) this.#brackets.push(token)
    else if (/^[}\])]$/.test(token)) this.#brackets.pop()
    if (token === '{') {
      this.#open.push(this.#target)
      // An object that is no value of a key, such as an argument, counts as the one around it.
      if (previous === ':' && this.#key !== undefined) this.#target = this.#target[this.#key] = {}
    } else if (token === '}') this.#target = this.#open.length > 1 ? this.#open.pop()! : this.root
  }

  /** A constant, or the value of a key. */
  #define(token: string, sign: string, at: number): void {
    const value = literal(this.#tokens[at], this.#constants)
    if (sign === '=' && value !== undefined && isWord(token)) this.#constants.set(token, value)
    if (sign !== ':' || !isKey(token)) return
    this.#key = literal(token, new Map()) ?? token
    if (value !== undefined) this.#target[this.#key] = value
    else if (this.#tokens[at] === '[') this.#target[this.#key] = listAt(this.#tokens, at + 1, this.#constants)
  }
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

function isWord(token: string): boolean {
  return /^[A-Za-z_$]/.test(token)
}

function isKey(token: string): boolean {
  return /^[A-Za-z_$'"]/.test(token)
}
