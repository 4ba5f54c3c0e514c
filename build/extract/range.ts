/** A part of a text, in UTF-16 offsets. */
export interface Range {
  from: number
  to: number
}

/** A replacement; offsets are those of the text before. */
export interface Edit extends Range {
  text: string
}
