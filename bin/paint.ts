// Colours, where they are seen as such: on a terminal that has them, or where the user forces them.
import type { Console, Output } from './command.ts'
import type { Painted } from './print.ts'

export interface Paint {
  red(text: string): Painted
  yellow(text: string): Painted
  green(text: string): Painted
  cyan(text: string): Painted
  bold(text: string): Painted
  dim(text: string): Painted
}

/** Paints for one of a console's two streams; where there are no colours, text stays as it is. */
export function paintFor(output: Output, env: Console['env']): Paint {
  const wrap = hasColours(output, env)
    ? (on: number, off: number) =>
        (text: string): Painted => ({ text, codes: [on, off] })
    : () =>
        (text: string): Painted => ({ text })
  return {
    red: wrap(31, 39),
    yellow: wrap(33, 39),
    green: wrap(32, 39),
    cyan: wrap(36, 39),
    bold: wrap(1, 22),
    dim: wrap(2, 22),
  }
}

/** FORCE_COLOR has the last word, as it has in Node itself; an empty variable is none. */
function hasColours({ isTTY }: Output, { FORCE_COLOR, NO_COLOR, TERM }: Console['env']): boolean {
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return Boolean(isTTY) && !NO_COLOR && TERM !== 'dumb'
}
