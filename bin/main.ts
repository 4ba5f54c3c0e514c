// The command line: finds the command, reads its flags, runs it, and turns what it throws into a message.
import { ConfigurationError } from '../build/configuration.ts'
import { didYouMean } from '../build/nearest.ts'
import { type Console, FINE, WRONG_USAGE } from './command.ts'
import { readFlags } from './flags.ts'
import { commands } from './table.ts'

/** Runs one command line. Gives the exit code; never throws. */
export async function main(console: Console): Promise<number> {
  try {
    return await dispatch(console)
  } catch (error) {
    const isOurs = !(error instanceof ConfigurationError) && !isSystemError(error)
    const text = isOurs && error instanceof Error ? error.stack : (error as Error).message
    console.stderr.write(`galley: ${text}\n`)
    return isOurs ? 1 : WRONG_USAGE
  }
}

async function dispatch(console: Console): Promise<number> {
  const [name, ...argv] = console.argv
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    ;(name === undefined ? console.stderr : console.stdout).write(HELP)
    return name === undefined ? WRONG_USAGE : FINE
  }
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!entry) {
    const hint = didYouMean(name, Object.keys(commands), 'Run galley --help.')
    throw new ConfigurationError(`There is no command "${name}". ${hint}`)
  }
  const command = await entry.load()
  const values = readFlags(argv, command.flags)
  if (values.help) {
    console.stdout.write(command.help)
    return FINE
  }
  return command.run(values, { ...console, argv })
}

/** A full disk, a missing right: the machine's matter, told in one line. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error
}

const HELP = `Galley publishes a folder of markdown as a content API.

usage: galley <command> [flags]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(8)}${summary}\n`)
  .join('')}
galley <command> --help tells more, with an example.
`
