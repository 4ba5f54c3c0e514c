// How browsers read `srcset`, step by step: https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute

export interface ImageCandidate {
  url: string
  /** In pixels, of a candidate with a width. */
  width: number | undefined
}

const SPACE = /[\t\n\f\r ]/

/** @throws {Error} where the standard has a parse error */
export function parsedSrcset(input: string): ImageCandidate[] {
  const candidates: ImageCandidate[] = []
  let position = 0
  const collect = (is: (character: string) => boolean) => {
    const start = position
    while (position < input.length && is(input[position]!)) position++
    return input.slice(start, position)
  }
  for (;;) {
    const skipped = collect((one) => SPACE.test(one) || one === ',')
    if (skipped.includes(',')) throw new Error(`a comma before a candidate: ${input}`)
    if (position >= input.length) return candidates
    const url = collect((one) => !SPACE.test(one))
    const descriptors: string[] = []
    if (url.endsWith(',')) {
      if (url.endsWith(',,')) throw new Error(`several commas: ${input}`)
    } else {
      collect((one) => SPACE.test(one))
      descriptors.push(...descriptorsIn(collect((one) => one !== ',')))
      position++
    }
    candidates.push({ url: url.replace(/,+$/, ''), width: widthIn(descriptors) })
  }
}

/** Those in parentheses, which no browser understands, are errors here. */
function descriptorsIn(text: string): string[] {
  if (/[()]/.test(text)) throw new Error(`a parenthesis in a descriptor: ${text}`)
  return text.split(SPACE).filter((one) => one !== '')
}

function widthIn(descriptors: readonly string[]): number | undefined {
  if (descriptors.length === 0) return undefined
  const [, width] = (descriptors.length === 1 && /^([1-9]\d*)w$/.exec(descriptors[0]!)) || []
  if (width === undefined) throw new Error(`not a width: ${descriptors.join(' ')}`)
  return Number(width)
}
