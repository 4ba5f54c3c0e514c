/** A part of a text, in UTF-16 offsets. */
export interface Range {
  from: number
  to: number
}
