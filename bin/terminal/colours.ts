// Colours, on a terminal that has them or if the user forces them. This is decided here and not by util.styleText, which
// looks at the variables and streams of the process rather than those of the console it is given.
import type { Console, Output } from '../cli/command.ts'
import type { Colour, Painted } from './print.ts'

export type Paint = Readonly<Record<Colour, (text: string) => Painted>>

const colours: Colour[] = ['red', 'yellow', 'green', 'cyan', 'bold', 'dim']

/** Colours text for one of a console's two streams; without colours, text stays as it is. */
export function paintFor(output: Output, env: Console['env']): Paint {
  const isColoured = hasColours(output, env)
  const paint = (colour: Colour) => (text: string) => (isColoured ? { text, colour } : { text })
  return Object.fromEntries(colours.map((colour) => [colour, paint(colour)])) as Paint
}

/** Tells whether output has colours. FORCE_COLOR wins over NO_COLOR, as in Node itself; an empty variable does not count. */
function hasColours({ isTTY }: Output, { FORCE_COLOR, NO_COLOR, TERM }: Console['env']): boolean {
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return Boolean(isTTY) && !NO_COLOR && TERM !== 'dumb'
}
