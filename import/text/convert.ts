// The text of a post, from whatever its program writes to markdown that stands by itself.
import { Conversion, type ConvertedText, type ConvertOptions } from './conversion.ts'
import { RULES } from './rules.ts'

export type { ConvertedText, ConvertOptions } from './conversion.ts'

/** @param rules what is done to it, in this order */
export function convert(written: string, options: ConvertOptions, rules = RULES): ConvertedText {
  const conversion = new Conversion(written, options)
  for (const { for: features, apply } of rules)
    if (features === 'all' || features.split(' ').some(conversion.facts.has))
      conversion.text = apply(conversion.text, conversion)
  return conversion.finished()
}
