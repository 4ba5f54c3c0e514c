// Parses the flags of a command with node:util. For an unknown flag or command, the closest known one is suggested.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { nearest } from '../../snapshot/nearest.ts'
import type { Command, Flags, FlagValues } from './command.ts'
import { scriptOf } from './typed.ts'

/** Flags of every command. */
const commonFlags: Flags = {
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
}

/** Returns a command with the flags that its help lists, and with these operands. @param name of the file that has its help */
export function commandOf(name: string, operands: readonly string[], run: Command['run']): Command {
  const help = readFileSync(new URL(`../commands/help/${name}.txt`, import.meta.url), 'utf8')
  return { help, flags: flagsIn(help), operands, run }
}

/** Reads the flags of a help text, one a line, besides the common ones: a flag with a word behind it takes a value. */
function flagsIn(help: string): Flags {
  const listed = [...help.matchAll(/^ {2}--([\w-]+)( \S)?/gm)]
  const own = listed.filter(([, name = '']) => !Object.hasOwn(commonFlags, name))
  return Object.fromEntries(own.map(([, name, value]) => [name, { type: value ? 'string' : 'boolean' }]))
}

/**
 * @param known operands of the command: see `Command`
 * @throws {ConfigurationError} for unknown flags, missing or superfluous values, and missing or superfluous operands
 */
export function readFlags(
  argv: readonly string[],
  flags: Flags,
  env: NodeJS.ProcessEnv,
  known: readonly string[] = [],
): { values: FlagValues; operands: string[] } {
  const options: Flags = { ...flags, ...commonFlags }
  const { values, tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true })
  const operands: string[] = []
  const most = known.at(-1)?.includes('…') ? Number.POSITIVE_INFINITY : known.length
  for (const token of tokens) {
    if (token.kind === 'option') requireFlag(token, options)
    if (token.kind !== 'positional') continue
    if (operands.length >= most) {
      const hint = npmHint(argv, env) ?? (most === 0 ? folderHint(flags) : '')
      throw new ConfigurationError(`Unexpected argument "${token.value}".${hint}`)
    }
    operands.push(token.value)
  }
  const next = known[operands.length]
  const isOptional = next?.includes('?') || next?.includes('…')
  if (next !== undefined && !isOptional && !values.help) {
    throw new ConfigurationError(`The ${next} is missing. Run it with --help.`)
  }
  return { values: values as FlagValues, operands }
}

/** A flag as it was typed: `--out=dist` has its value inline. */
interface TypedFlag {
  name: string
  rawName: string
  value: string | undefined
  inlineValue: boolean | undefined
}

/** @throws {ConfigurationError} unless it is known, and has a value exactly if it takes one */
function requireFlag({ name, rawName, value, inlineValue }: TypedFlag, options: Flags): void {
  const flag = Object.hasOwn(options, name) ? options[name] : undefined
  if (!flag) {
    const known = Object.keys(options).map((name) => `--${name}`)
    const hint = suggestion(rawName, known, 'Run it with --help.')
    throw new ConfigurationError(`There is no flag ${rawName}. ${hint}`)
  }
  if (flag.type === 'boolean' && value !== undefined)
    throw new ConfigurationError(`${rawName} takes no value.`)
  const isFlag = value?.startsWith('-') && !inlineValue
  if (flag.type === 'string' && (!value || isFlag)) throw new ConfigurationError(`${rawName} needs a value.`)
}

/** Returns the words of a value, which commas separate. */
export function listIn(value: FlagValues[string] = ''): string[] {
  const words = String(value).split(',')
  return words.map((word) => word.trim()).filter(Boolean)
}

/** Tells what a mistyped word may mean: the only known one with this prefix (`--cont`, `-p`), the closest one, or `otherwise`. */
export function suggestion(word: string, known: readonly string[], otherwise: string): string {
  const letters = (text: string) => text.replace(/^-+/, '').toLowerCase()
  const longer = letters(word) && known.filter((one) => letters(one).startsWith(letters(word)))
  const guess = longer.length === 1 ? longer[0] : nearest(word, known)
  return guess === undefined ? otherwise : `Did you mean "${guess}"?`
}

/** Returns a hint if npm may have taken flags: it consumes flags before `--`, and passes on only their values. */
function npmHint(argv: readonly string[], env: NodeJS.ProcessEnv): string | undefined {
  const { runner, name } = scriptOf(env) ?? {}
  const isNpm = runner === 'npm' && name !== undefined && !argv.some((part) => part.startsWith('-'))
  return isNpm ? ` With npm, flags go after --: npm run ${name} -- --help` : undefined
}

/** Flags that name a folder. */
const FOLDERS = ['content', 'out', 'dir', 'data']

/** Returns a hint on naming a folder: other programs are told a folder without a flag. */
function folderHint(flags: Flags): string {
  const names = FOLDERS.filter((name) => Object.hasOwn(flags, name)).map((name) => `--${name}`)
  return names.length > 0 ? ` To name a folder, use ${names.join(' or ')}.` : ''
}
