// Flags of a command, read by node:util. What it does not know is answered with the nearest flag there is.
import { parseArgs } from 'node:util'
import { ConfigurationError } from '../build/configuration.ts'
import { didYouMean } from '../build/nearest.ts'
import type { Flags, Values } from './command.ts'

/** Throws ConfigurationError about flags there are not, values that miss or are too many, and operands. */
export function readFlags(argv: readonly string[], flags: Flags): Values {
  const options: Flags = { ...flags, help: { type: 'boolean', short: 'h' } }
  const { values, tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'positional') throw new ConfigurationError(`"${token.value}" is one word too many.`)
    if (token.kind !== 'option') continue
    const flag = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    if (!flag) {
      const hint = didYouMean(
        token.rawName,
        Object.keys(options).map((name) => `--${name}`),
        'Run it with --help.',
      )
      throw new ConfigurationError(`There is no flag ${token.rawName}. ${hint}`)
    }
    if (flag.type === 'boolean' && token.value !== undefined) {
      throw new ConfigurationError(`${token.rawName} takes no value.`)
    }
    const isFlag = token.value?.startsWith('-') && !token.inlineValue
    if (flag.type === 'string' && (!token.value || isFlag)) {
      throw new ConfigurationError(`${token.rawName} needs a value.`)
    }
  }
  return values as Values
}
