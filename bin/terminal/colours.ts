// Colours, where they are seen as such: on a terminal that has them, or where the user forces them. Which that is, is asked
// here and not of util.styleText, which looks at the variables and streams of the process instead of those it is given.
import type { Console, Output } from '../cli/command.ts'
import type { Colour, Painted } from './print.ts'

export type Paint = Readonly<Record<Colour, (text: string) => Painted>>

/** Paints for one of a console's two streams; where there are no colours, text stays as it is. */
export function paintFor(output: Output, env: Console['env']): Paint {
  const isColoured = hasColours(output, env)
  const paint = (colour: Colour) => (text: string) => (isColoured ? { text, colour } : { text })
  return {
    red: paint('red'),
    yellow: paint('yellow'),
    green: paint('green'),
    cyan: paint('cyan'),
    bold: paint('bold'),
    dim: paint('dim'),
  }
}

/** FORCE_COLOR has the last word, as it has in Node itself; an empty variable is none. */
function hasColours({ isTTY }: Output, { FORCE_COLOR, NO_COLOR, TERM }: Console['env']): boolean {
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return Boolean(isTTY) && !NO_COLOR && TERM !== 'dumb'
}
