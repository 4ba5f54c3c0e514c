// galley key
import { randomInt } from 'node:crypto'
import { KEY_ALPHABET, SECRET_KEY_LENGTH } from '../../build/workspace/keys.ts'
import { commandOf } from '../cli/flags.ts'
import { printed, printLine } from '../terminal/print.ts'

export const command = commandOf('key', [], async (_values, { stdout }) => {
  const key = Array.from({ length: SECRET_KEY_LENGTH }, () => KEY_ALPHABET[randomInt(KEY_ALPHABET.length)])
  printLine(stdout, key.join(''))
  return printed(stdout)
})
