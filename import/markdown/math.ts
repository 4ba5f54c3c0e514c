// Formulas: those between the delimiters that a site's configuration names get the dollar signs of ours, which stay letter by letter.
import type { SourceData } from '../source.ts'

/** The delimiters of Hugo's configuration, but for dollar signs. */
export function delimitersIn(config: SourceData): Delimiters {
  const passthrough = valueAt(config, 'markup', 'goldmark', 'extensions', 'passthrough')
  if (valueAt(passthrough, 'enable') !== 'true') return { block: [], inline: [] }
  const pairs = (kind: string) => {
    const all = valueAt(passthrough, 'delimiters', kind)
    return (Array.isArray(all) ? all : []).filter(
      (one): one is [string, string] =>
        Array.isArray(one) &&
        one.length === 2 &&
        one.every((sign) => typeof sign === 'string' && sign !== '' && !sign.startsWith('$')),
    )
  }
  return { block: pairs('block'), inline: pairs('inline') }
}

export interface Delimiters {
  block: [open: string, close: string][]
  inline: [open: string, close: string][]
}

/** A value of a configuration, by its keys from the outside in. */
export function valueAt(value: unknown, ...keys: string[]): unknown {
  return keys.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined,
    value,
  )
}

/** @param hide takes a formula out of what is done to the text afterwards */
export function withFormulas(
  text: string,
  { block, inline }: Delimiters,
  hide: (formula: string) => string,
): string {
  const between = (open: string, close: string) =>
    new RegExp(`${escaped(open)}([^$]{1,5000}?)${escaped(close)}`, 'g')
  const shown = block.reduce(
    (rest, [open, close]) =>
      rest.replace(between(open, close), (_, formula: string) =>
        hide(`$$${formula.replace(/\n[ \t]*(?=\n)/g, '')}$$`),
      ),
    text,
  )
  const all = inline.reduce(
    (rest, [open, close]) =>
      rest.replace(between(open, close), (_, formula: string) => hide(`$${formula.trim()}$`)),
    shown,
  )
  return formulasIn(all)
    .map((piece, index) => (index % 2 === 1 ? hide(piece) : piece))
    .join('')
}

function escaped(sign: string): string {
  return sign.replace(/[^\w]/g, '\\$&')
}

const DISPLAYED = /\$\$((?:[^$\n]|\n(?![ \t]*\n))+)\$\$/g
/** Each dollar sign is looked at by itself, so that a line full of them takes linear time. */
const INLINE = /(?<![\w$\\])\$(?=([^$\n`]*)\$(?!\d))/g

/** Tells whether there is something between dollar signs that can hardly be anything but a formula. */
export function hasFormula(text: string): boolean {
  return (
    Array.from(text.matchAll(INLINE)).some(([, inside]) => /\\[a-z]/.test(inside!)) ||
    Array.from(text.matchAll(DISPLAYED)).some(([, inside]) => /[\\^_=]/.test(inside!))
  )
}

/** A formula of a workspace, as it is written there. */
const OURS =
  /(?<!\\)(\$\$(?:\\[\s\S]|\n(?![ \t]*\n)|[^\\$\n])+\$\$|\$(?![\s$])(?:\\[\s\S]|\n(?![ \t]*\n)|[^\\$\n])+?(?<!\s)\$(?!\d))/

/** A text with formulas, each of which is at an odd place; a text without any is one piece. */
export function formulasIn(text: string): string[] {
  return text.includes('$') && hasFormula(text) ? text.split(OURS) : [text]
}
