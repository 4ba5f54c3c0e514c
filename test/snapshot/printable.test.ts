// Untrusted text as it is printed: in lines, in stack traces, in JSON.
import { expect, test } from 'vitest'
import { printError } from '../../bin/main.ts'
import { paintFor } from '../../bin/terminal/colours.ts'
import { printLine } from '../../bin/terminal/print.ts'
import { printable, printableJson, printableTrace } from '../../snapshot/printable.ts'

test.each([
  ['a cursor that moves', 'a\x1b[2Jb\b\u009b1A', 'a\\x1b[2Jb\\x08\\x9b1A'],
  ['lines of its own', 'a\nb\rc\u0085d\u2028e', 'a\\x0ab\\x0dc\\x85d\\u2028e'],
  ['text turned around', 'a\u202eb\u2066c\u200f\u061c', 'a\\u202eb\\u2066c\\u200f\\u061c'],
  [
    'what cannot be seen',
    'a\u200bb\u00ad\ufeff\u3164\u{e0041}a\ufe0f',
    'a\\u200bb\\xad\\ufeff\\u3164\\ue0041a\\ufe0f',
  ],
  ['half a character', 'a\ud800b', 'a\\ud800b'],
  ['commands within a line', 'a ##[group]b ##vso[c] ###[d]', 'a \\x23#[group]b \\x23#vso[c] #\\x23#[d]'],
  [
    'text of any script',
    '## Grüße, 日本語 ไทย e\u0301 ☀\ufe0f 👍🏽 🇸🇪',
    '## Grüße, 日本語 ไทย e\u0301 ☀\ufe0f 👍🏽 🇸🇪',
  ],
])('%s', (_, text, shown) => {
  expect(printable(text)).toBe(shown)
  expect(printable(shown)).toBe(shown)
})

test.each([
  [['::error::x'], '\\x3a:error::x\n'],
  [[' \u00a0\u3000::error::x'], ' \u00a0\u3000\\x3a:error::x\n'],
  [[':', ': 1 post'], '\\x3a: 1 post\n'],
  [['', '::a'], '\\x3a:a\n'],
  [['a::b::'], 'a::b::\n'],
  [[': a'], ': a\n'],
])('no line made of the parts %j begins a command', (parts, line) => {
  let printed = ''
  printLine({ write: (text) => (printed += text) }, ...parts)
  expect(printed).toBe(line)
})

test('only our own colours are printed', () => {
  let printed = ''
  const output = { write: (text: string) => (printed += text) }
  printLine(output, paintFor(output, { FORCE_COLOR: '1' }).bold('::a\x1b[0m'), ': \x1b[31mb')
  expect(printed).toBe('\x1b[1m\\x3a:a\\x1b[0m\x1b[22m: \\x1b[31mb\n')
})

test('of a thrown error, only the stack trace has lines of its own', () => {
  let printed = ''
  const stderr = { write: (text: string) => (printed += text) }
  const error = Object.assign(new Error('x'), {
    stack: 'Error: a\n::error::b\r\n::c\n    at one (file:1:2)\n    at two##[x] (file:3:4)\n',
  })
  expect(printError(error, { argv: [], env: {}, stdout: stderr, stderr })).toBe(1)
  expect(printed).toBe(
    'galley: Error: a\\x0a::error::b\\x0d\\x0a::c\n    at one (file:1:2)\n    at two\\x23#[x] (file:3:4)\\x0a\n',
  )
  expect(printableTrace('::a')).toBe('\\x3a:a')
})

test('JSON parses to the same value', () => {
  const value = { '\u202e': ['a\x1b\x7f\u200b\u{e0041}☀\ufe0f\ud800\n"\\', '##[x]', '##vso[x]', '#\\u005b'] }
  const json = printableJson(value)
  expect(json).toMatch(/^(?:[\x20-\x7e]|☀\ufe0f)*$/)
  expect(json).not.toMatch(/##\w*\[/)
  expect(JSON.parse(json)).toEqual(value)
})
