// Names and values that would do harm when printed.
import fc from 'fast-check'
import { anyCharacter } from '../support/characters.ts'

const PARTS = [
  ...['::error title=x::', '::', ' ::add-mask::x', '\u3000::error::', '\u00a0::stop-commands::x', ':'],
  ...['##[add-mask]', '##[', '#', '##vso[task.setvariable variable=x]', '##teamcity[x]', '##vso'],
  ...[
    '\x1b[2J',
    '\x1b]0;title\x07',
    '\x1b[31m',
    '\b\b',
    '\r',
    '\n',
    '\n::error::x',
    '\r::error::x',
    '\n    at ',
    '\t',
  ],
  ...['\u0085', '\u009b31m', '\u2028::error::', '\u2029', '\u202e', '\u2066', '\u200f', '\u061c'],
  ...[
    '\u200b',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u3164',
    '\u{e0041}',
    '\ufe0f',
    '\u{e0100}',
    '\ud800',
  ],
  ...[
    '👩\u200d👩',
    '☀\ufe0f',
    '%0A::error::',
    '\\n',
    'a',
    'tag',
    ' ',
    '"',
    "'",
    '\\',
    ': ',
    ',',
    '[',
    ']',
    '{',
    '<',
    '-',
  ],
]

export const nasty = fc
  .array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ unit: anyCharacter, maxLength: 3 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''))

/** Made into a name that Linux accepts for a file. */
export const nastyName = nasty
  .map((text) => Buffer.from(text.replace(/[/\0]/g, '').slice(0, 40)).toString())
  .filter((name) => !/^[._]|^$/.test(name))
