// All output of commands goes through here, except the progress bar: see progress.ts.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { styleText } from 'node:util'
import { beginsCommand, escaped, printable, printableJson, printableTrace } from '../../snapshot/printable.ts'
import { type Output, SUCCESS } from '../cli/command.ts'
import { widthOf } from './cells.ts'

export type Colour = 'red' | 'yellow' | 'green' | 'cyan' | 'bold' | 'dim'

/** Text with a colour, if it has one. */
export interface Painted {
  text: string
  colour?: Colour
}

/** Prints a line of parts, which may contain any text: it is escaped. */
export function printLine(output: Output, ...parts: (string | Painted)[]): void {
  const texts = withoutCommand(parts.map((part) => printable(typeof part === 'string' ? part : part.text)))
  const coloured = texts.map((text, index) => inColour(text, parts[index]!))
  output.write(`${coloured.join('')}\n`)
}

/** Prints a message of parts. On a terminal, it breaks between words. */
export function printMessage(output: Output, ...parts: (string | Painted)[]): void {
  let left = parts.map((part) => (typeof part === 'string' ? { text: part } : part))
  const [first = '', ...more] = wrapped(left.map(({ text }) => text).join(''), '', columnsOf(output))
  /** Returns the parts of the next characters. */
  const take = (length: number): Painted[] => {
    const taken: Painted[] = []
    let open = length
    left = left.flatMap((part) => {
      const text = part.text.slice(0, open)
      open -= text.length
      if (text !== '') taken.push({ ...part, text })
      return text.length < part.text.length ? [{ ...part, text: part.text.slice(text.length) }] : []
    })
    return taken
  }
  printLine(output, ...take(first.length))
  for (const line of more) {
    take(' '.length)
    printLine(output, INDENT, ...take(line.length - INDENT.length))
  }
}

/** Escapes what a CI runner would obey as a command, even if it is spread over several parts. */
function withoutCommand(texts: string[]): string[] {
  if (!beginsCommand(texts.join(''))) return texts
  const first = texts.findIndex((text) => text.includes(':'))
  return texts.map((text, index) => (index === first ? text.replace(':', escaped) : text))
}

function inColour(text: string, part: string | Painted): string {
  const colour = typeof part === 'string' ? undefined : part.colour
  return colour ? styleText(colour, text, { validateStream: false }) : text
}

/** Prints an error after `galley:`, with its stack trace if it has one. */
export function printTrace(output: Output, text: string, who: Painted = { text: 'galley:' }): void {
  output.write(`${inColour(who.text, who)} ${printableTrace(text)}\n`)
}

/** Prints on a terminal that has just echoed ^C. The signal that ends the process ends the line: see galley.mjs. */
export function printAfterEcho(output: Output, text: string, who: Painted): void {
  output.write(`\n${who.text} ${printable(text)}`)
}

export function printJson(output: Output, value: unknown): void {
  output.write(`${printableJson(value)}\n`)
}

/** Prints text of our own without escaping: nothing in it comes from elsewhere. */
export function printVerbatim(output: Output, text: string): void {
  output.write(text)
}

/**
 * Returns the exit code of a command whose result is what it has printed. A reader that has gone has got what it wanted.
 * @throws {Error} of the system if some of it could not be written
 */
export async function printed(stdout: Output): Promise<number> {
  // Streams tell of errors in the turn in which they occur.
  await nextTurn()
  if (stdout.failure && stdout.failure.code !== 'EPIPE') throw stdout.failure
  return SUCCESS
}

/** The indentation of all lines but the first. */
const INDENT = '  '

/** Narrower than that, lines of a few words each would be harder to read. */
const MIN_COLUMNS = 20

/**
 * Returns the lines of `text`; a single one if the width of the terminal is not known.
 * @param before what precedes the first of them in its line
 */
export function wrapped(text: string, before: string, columns: number | undefined): string[] {
  if (columns === undefined || columns < MIN_COLUMNS) return [text]
  const lines: string[] = []
  let line: string | undefined
  let room = columns - widthOf(before)
  for (const word of text.split(' ')) {
    const width = widthOf(word) + (line === undefined ? 0 : 1)
    if (width > room && (line ?? '').trim() + before !== '') {
      lines.push(line ?? '')
      line = INDENT + word
      room = columns - widthOf(line)
    } else {
      line = line === undefined ? word : `${line} ${word}`
      room -= width
    }
  }
  return [...lines, line ?? '']
}

/** Returns the width of a terminal; `undefined` elsewhere. */
export function columnsOf({ isTTY, columns }: Output): number | undefined {
  return isTTY ? columns : undefined
}
