// Colours: where they are used, and where text stays as it is.
import { expect, test } from 'vitest'
import { paintFor } from '../../bin/terminal/colours.ts'
import { printLine } from '../../bin/terminal/print.ts'

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [true, { TERM: 'dumb' }, false],
  [false, { FORCE_COLOR: '1' }, true],
  [false, { FORCE_COLOR: '' }, false],
  [true, { FORCE_COLOR: '0' }, false],
  [true, { FORCE_COLOR: 'false' }, false],
  [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
])('on a terminal: %j, with %j, there are colours: %j', (isTTY, env, coloured) => {
  let printed = ''
  const output = { write: (text: string) => (printed += text), isTTY }
  printLine(output, paintFor(output, env as NodeJS.ProcessEnv).red('wrong'))
  expect(printed).toBe(coloured ? '\x1b[31mwrong\x1b[39m\n' : 'wrong\n')
})
