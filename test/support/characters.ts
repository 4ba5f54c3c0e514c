// Arbitrary characters for fast-check.
import fc from 'fast-check'

const surrogates = { from: 0xd800, count: 0x800 }

/**
 * Any character of Unicode, as the `unit` of a string: fast-check's own `binary` first makes a table of all of them, which takes
 * half a second and 85 MB.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - surrogates.count })
  .map(
    (number) => String.fromCodePoint(number < surrogates.from ? number : number + surrogates.count),
    numberOf,
  )

/** Texts of such signs, and of any characters. */
export function textOf(sign: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    fc.array(sign, { maxLength: 60 }).map((signs) => signs.join('')),
    fc.string({ unit: anyCharacter, maxLength: 60 }),
  )
}

/** Lets fast-check find the names of dangerous properties among such strings. */
function numberOf(character: unknown): number {
  const [first, ...others] = String(character)
  if (first === undefined || others.length > 0) throw new Error('Not a character')
  const code = first.codePointAt(0)!
  return code < surrogates.from ? code : code - surrogates.count
}
