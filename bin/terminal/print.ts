// All that commands print goes through here, but for what a terminal draws again and again: see progress.ts.
import { styleText } from 'node:util'
import { beginsCommand, escaped, printable, printableJson, printableTrace } from '../../snapshot/printable.ts'
import type { Output } from '../cli/command.ts'

export type Colour = 'red' | 'yellow' | 'green' | 'cyan' | 'bold' | 'dim'

/** Text that is shown in a colour, or as it is where that is missing. */
export interface Painted {
  text: string
  colour?: Colour
}

/** A line of parts, which may hold anything. */
export function printLine(output: Output, ...parts: (string | Painted)[]): void {
  const texts = withoutCommand(parts.map((part) => printable(typeof part === 'string' ? part : part.text)))
  const coloured = texts.map((text, index) => inColour(text, parts[index]!))
  output.write(`${coloured.join('')}\n`)
}

/** What makes a line a command may stand in two parts. */
function withoutCommand(texts: string[]): string[] {
  if (!beginsCommand(texts.join(''))) return texts
  const first = texts.findIndex((text) => text.includes(':'))
  return texts.map((text, index) => (index === first ? text.replace(':', escaped) : text))
}

function inColour(text: string, part: string | Painted): string {
  const colour = typeof part === 'string' ? undefined : part.colour
  return colour ? styleText(colour, text, { validateStream: false }) : text
}

/** What went wrong, in a line behind `galley:`, with its stack trace if it has one. */
export function printTrace(output: Output, text: string, who: Painted = { text: 'galley:' }): void {
  output.write(`${inColour(who.text, who)} ${printableTrace(text)}\n`)
}

export function printJson(output: Output, value: unknown): void {
  output.write(`${printableJson(value)}\n`)
}

/** Text of ours: nobody else has a say in it. */
export function printVerbatim(output: Output, text: string): void {
  output.write(text)
}
