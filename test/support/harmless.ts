// What is safe in a log or on a terminal, from the viewpoint of its readers: terminals, and the runners of GitHub, Azure and
// TeamCity. Defined by code points and each runner's own rules, independently of snapshot/printable.ts.

/** Control characters except the line feed; what changes the direction of text; what is invisible. */
const HARMFUL = [
  [0x00, 0x09],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe0fff],
] as const

const COLOURS = /\x1b\[(1|2|22|31|32|33|36|39)m/g

/** What `text` would do to whoever displays it. Our own colours are allowed. */
export function harmIn(text: string, { coloured = false } = {}): string[] {
  const plain = coloured ? text.replace(COLOURS, '') : text
  const characters = [...plain].filter((character) => {
    const code = character.codePointAt(0)!
    return HARMFUL.some(([from, to]) => code >= from && code <= to)
  })
  return [...new Set(characters.map((one) => `U+${one.codePointAt(0)!.toString(16)}`)), ...commandsIn(plain)]
}

/** Lines that a runner would obey. Of GitHub's newer kind, `::error file=…::…`, those that have an annotation's form may be. */
export function commandsIn(text: string): string[] {
  return text.split(/\r\n|\n|\r/).filter((line) => {
    const trimmed = line.replace(/^[\s\u0085]+/, '')
    const isNewer = trimmed.startsWith('::') && !ANNOTATION.test(line)
    return isNewer || ['##[', '##vso[', '##teamcity['].some((begin) => line.includes(begin))
  })
}

/** The last part is data, whatever it contains. */
const ANNOTATION = /^::(error|warning) file=[^:,]*,line=\d+,col=\d+::/
