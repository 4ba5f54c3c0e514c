// The HTML of a post as a snapshot stores it: a JSON string in UTF-8. Its text is made from as much of it as is asked for.

import type { Pause } from '../../../packages/search/basics/pause.ts'
import type { PostText } from '../../../packages/search/index.ts'
import { textPartsOf } from '../../../snapshot/text/html-text.ts'

export interface StoredHtml {
  /** The length in bytes. */
  length: number
  /** Returns at least the first `most` bytes, or all of it. */
  beginning(most: number): Buffer
}

export function postTextOf(html: StoredHtml): PostText {
  return { length: html.length, beginning: (most, turn) => textIn(html, most, turn) }
}

/** The text of the first `most` bytes, roughly. Takes turns. */
export async function textIn({ length, beginning }: StoredHtml, most: number, turn: Pause): Promise<string> {
  // A seam that begins right at `most` counts.
  const html = beginning(most + longestSeam)
  let text = ''
  for (const part of textPartsOf(html, length <= most ? length - 1 : seamBefore(html, most))) {
    text += part
    await turn()
  }
  return text
}

/** The characters at which JSON can be cut without splitting a word, an entity, an escape or a character. */
const seams = ['<', ' ', '。']
/** The length of the longest seam in bytes. */
const longestSeam = 3

function seamBefore(json: Buffer, most: number): number {
  return Math.max(1, lineEnd(json, most), ...seams.map((seam) => json.lastIndexOf(seam, most)))
}

const backslash = 0x5c

/** The last `\n` before `most`, or -1; including the backslashes before it, the first of which surely begins an escape. */
function lineEnd(json: Buffer, most: number): number {
  let at = json.lastIndexOf('\\n', most)
  while (json[at - 1] === backslash) at--
  return at
}
