// The command line: finds the command, reads its flags, runs it, and turns what it throws into a message.
import { ConfigurationError } from '../build/environment/configuration.ts'
import { unknownVariables } from '../snapshot/variables.ts'
import { type Command, type Console, type Output, USAGE_ERROR } from './cli/command.ts'
import { isExpectedError } from './cli/expected-error.ts'
import { readFlags, suggestion } from './cli/flags.ts'
import { version } from './cli/version.ts'
import { commands, HELP, HELP_ALL } from './commands.ts'
import { paintFor } from './terminal/colours.ts'
import { LossyOutput } from './terminal/lossy-output.ts'
import { printed, printMessage, printTrace, printVerbatim } from './terminal/print.ts'

/** Runs one command line and returns its exit code. Never throws. */
export async function main(given: Console): Promise<number> {
  const [stdout, stderr] = [new LossyOutput(given.stdout), new LossyOutput(given.stderr)]
  const console = { ...given, stdout, stderr }
  try {
    return await dispatch(console)
  } catch (error) {
    return printError(error, console)
  }
}

/** Prints what was thrown and returns the exit code. */
export function printError(error: unknown, { stderr, env }: Console): number {
  const who = paintFor(stderr, env).red('galley:')
  if (isExpectedError(error)) {
    printMessage(stderr, who, ` ${error.message}`)
    return USAGE_ERROR
  }
  printTrace(stderr, String(error instanceof Error ? error.stack : error), who)
  return 1
}

async function dispatch(console: Console): Promise<number> {
  const { argv, stdout, stderr } = console
  const [first, ...others] = argv
  if (first === undefined) {
    printVerbatim(stderr, HELP)
    return USAGE_ERROR
  }
  if (first === '--version' || first === '-v') return say(stdout, `${version()}\n`)
  if (HELP_WORDS.has(first)) return say(stdout, await helpOn(others, console))
  const [name, rest] = named(argv, console)
  const command = await commandNamed(name)
  const { values, operands } = readFlags(rest, command.flags, console.env, command.operands)
  if (values.help) return say(stdout, command.help)
  const who = paintFor(stderr, console.env).yellow('galley:')
  for (const line of readers.has(name) ? unknownVariables(console.env) : [])
    printMessage(stderr, who, ` ${line}`)
  return command.run(values, console, operands)
}

async function helpOn(words: readonly string[], console: Console): Promise<string> {
  if (words[0] === undefined) return HELP
  return words[0] === 'all' ? HELP_ALL : (await commandNamed(named(words, console)[0])).help
}

/** Returns the command that these words name, and the words after it. */
function named(words: readonly string[], { stderr, env }: Console): [string, readonly string[]] {
  const [first = '', second = '-', ...rest] = words
  const present = `bucket ${first}`
  if (first === 'bucket' && !second.startsWith('-')) return [`bucket ${second}`, rest]
  if (!Object.hasOwn(commands, present)) return [first, words.slice(1)]
  const note = ` galley ${first} is called galley ${present} now. The old name works until version 0.10.`
  printMessage(stderr, paintFor(stderr, env).yellow('galley:'), note)
  return [present, words.slice(1)]
}

function say(stdout: Output, text: string): Promise<number> {
  printVerbatim(stdout, text)
  return printed(stdout)
}

async function commandNamed(name: string): Promise<Command> {
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (entry) return (await entry.load()).command
  const isFlag = name.startsWith('-')
  const known = isFlag ? ['--help', '--version'] : [...Object.keys(commands), 'help']
  const what = isFlag ? `flag ${name} before a command` : `command "${name}"`
  const otherwise = isFlag ? 'Write the command first.' : 'Run galley help all.'
  const hint = name.startsWith('bucket ') ? OF_BUCKETS : suggestion(name, known, otherwise)
  throw new ConfigurationError(`There is no ${what}. ${hint}`)
}

const OF_BUCKETS = 'Write bucket push, pull, rollback or prune.'

/** Commands that read variables. */
const readers = new Set(['announce', 'build', 'check', 'dev', 'serve'])

const HELP_WORDS = new Set(['help', '--help', '-h'])
