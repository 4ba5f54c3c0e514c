// Texts as JSON are what `JSON.stringify` makes of them, whatever is in them.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonText } from '../../snapshot/format/json-text.ts'
import { textOf } from '../support/characters.ts'
import { tries } from './tries.ts'

const sign = fc.constantFrom(
  ...'aZ09 "\\/<>&\n\r\t\b\f\0\x1f\x7f\x80é߿ࠀ認￿\u2028\ufeff\ud7ff\ue000\ud800\udfff𝒳😀',
)
const text = textOf(sign)

test('any text has the bytes that JSON.stringify gives it, in memory of its own', () => {
  fc.assert(
    fc.property(text, (text) => {
      const json = jsonText(text)
      expect(json.toString('hex')).toBe(Buffer.from(JSON.stringify(text)).toString('hex'))
      expect(json.buffer.byteLength).toBe(json.length)
    }),
    { numRuns: tries(16_000) },
  )
})

test('so have texts of any length', () => {
  for (const length of [0, 1, 65_535, 65_536, 65_537, 200_000]) {
    for (const character of ['a', '"', 'é', '認']) {
      const text = character.repeat(length)
      expect(jsonText(text).equals(Buffer.from(JSON.stringify(text)))).toBe(true)
    }
  }
  expect(jsonText('short').toString()).toBe('"short"')
})
