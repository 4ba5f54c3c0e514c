// Blocks that several posts of WordPress show: items of their own, which posts name by their numbers.
import { allowance } from '../text/tags.ts'

/** The most blocks that another one may be within. */
const MAX_DEPTH = 4

const REUSED =
  /<!--\s{1,20}wp:block\s{1,20}\{([^<>]{0,4000}?)\}\s{1,20}(?:\/-->|-->\s{0,20}<!--\s{1,20}\/wp:block\s{1,20}-->)/g

export class ReusedBlocks {
  /** The blocks that some post shows. */
  readonly shown = new Set<string>()
  readonly #texts: ReadonlyMap<string, string>

  /** @param texts of published blocks, by their numbers */
  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts
  }

  /** Returns a text with the blocks in their places. */
  filled(written: string, onMissing: (number: string) => void): string {
    const mayAdd = allowance()
    const filled = (text: string, within: readonly string[]): string =>
      text.replace(REUSED, (_comment, attributes: string) => {
        const [, number = ''] = /"ref":\s?"?(\d{1,20})/.exec(attributes) ?? []
        // WordPress shows no block within itself.
        if (within.includes(number)) return ''
        const block = within.length > MAX_DEPTH ? undefined : this.#texts.get(number)
        if (block !== undefined && mayAdd(block.length)) {
          this.shown.add(number)
          return filled(block, [...within, number])
        }
        onMissing(number)
        return ''
      })
    return filled(written, [])
  }
}
