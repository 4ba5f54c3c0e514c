// Which keys of sorted lines are a few edits away from a word: one pass over the lines, in which keys that begin alike
// share what was computed for their beginning, and are skipped once that is too far away.

const tab = 9
const newline = 10

export interface SimilarKey {
  /** Offset of its line. */
  line: number
  key: string
  distance: number
}

/**
 * Keys at most so many edits away: insertions, deletions and replacements of UTF-16 units.
 * @param lines `key\t…\n`, keys in the order of their UTF-8 bytes
 */
export function similarKeys(lines: Buffer, word: string, edits: number): SimilarKey[] {
  const found: SimilarKey[] = []
  const table = new EditTable(word, edits)
  for (let line = 0; line < lines.length; ) {
    let at = line
    let isNear = true
    table.restart()
    while (isNear && lines[at] !== tab) {
      const size = sizeOf(lines[at]!)
      isNear = size === 1 ? table.take(lines[at]!) : takeCharacter(table, lines, at, size)
      at += size
    }
    if (isNear && table.distance <= edits) {
      found.push({ line, key: lines.toString('utf8', line, at), distance: table.distance })
    }
    line = isNear ? nextLine(lines, at) : pastBeginning(lines, line, at - line)
  }
  return found
}

function nextLine(lines: Buffer, at: number): number {
  let end = at
  while (lines[end] !== newline) end++
  return end + 1
}

/**
 * The first line that does not begin with the `length` bytes that the one at `line` begins with: found in ever longer
 * steps, the last of which is halved until it is found.
 */
function pastBeginning(lines: Buffer, line: number, length: number): number {
  let last = line
  let next = nextLine(lines, line + length)
  for (let step = 64; next < lines.length && beginAlike(lines, line, next, length); step *= 2) {
    last = next
    next = nextLine(lines, Math.min(next + step, lines.length - 1))
  }
  while (last !== line) {
    const middle = nextLine(lines, (last + next) >>> 1)
    const between = middle < next ? middle : nextLine(lines, last)
    if (between === next) return next
    if (beginAlike(lines, line, between, length)) last = between
    else next = between
  }
  return next
}

function beginAlike(lines: Buffer, a: number, b: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (lines[a + i] !== lines[b + i]) return false
  return true
}

/** Bytes of the UTF-8 character that begins with this one. */
function sizeOf(first: number): number {
  if (first < 0x80) return 1
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}

function takeCharacter(table: EditTable, lines: Buffer, at: number, size: number): boolean {
  let code = lines[at]! & (0xff >> (size + 1))
  for (let i = 1; i < size; i++) code = (code << 6) | (lines[at + i]! & 0x3f)
  if (size < 4) return table.take(code)
  const rest = code - 0x10000
  return table.take(0xd800 | (rest >> 10)) && table.take(0xdc00 | (rest & 0x3ff))
}

/**
 * Levenshtein's table of a word against one key after the other, a row for each unit of the key. Only cells that can
 * be within the bound are computed, and rows of a beginning that the key before had are kept.
 */
class EditTable {
  readonly #word: string
  readonly #edits: number
  readonly #width: number
  readonly #cells: Uint8Array
  /** The units that the rows were computed for. */
  readonly #path: Uint16Array
  #rows = 0
  /** Units of the present key that were taken, and whether all were the same as before. */
  #depth = 0
  #isShared = true
  /** The row at which all cells are beyond the bound. */
  #dead = -1

  constructor(word: string, edits: number) {
    this.#word = word
    this.#edits = edits
    this.#width = word.length + 1
    const depth = word.length + edits + 1
    this.#cells = new Uint8Array((depth + 1) * this.#width)
    this.#path = new Uint16Array(depth)
    for (let j = 0; j < this.#width; j++) this.#cells[j] = Math.min(j, edits + 1)
  }

  /** The next key. */
  restart(): void {
    this.#depth = 0
    this.#isShared = true
  }

  /**
   * Takes the key's next unit.
   * @returns whether keys that begin like this can be near enough
   */
  take(unit: number): boolean {
    const at = this.#depth++
    this.#isShared &&= at < this.#rows && this.#path[at] === unit
    if (!this.#isShared) this.#compute(at, unit)
    return this.#depth !== this.#dead
  }

  /** Of the units taken so far; beyond the bound it is only known to be that. */
  get distance(): number {
    const isInside = Math.abs(this.#word.length - this.#depth) <= this.#edits
    return isInside ? this.#cells[this.#depth * this.#width + this.#word.length]! : this.#edits + 1
  }

  /** The row behind `at`, within a band of as many cells to both sides as there may be edits. */
  #compute(at: number, unit: number): void {
    const cells = this.#cells
    const above = at * this.#width
    const row = above + this.#width
    const beyond = this.#edits + 1
    const from = Math.max(1, at + 1 - this.#edits)
    const to = Math.min(this.#word.length, at + 1 + this.#edits)
    let left = from === 1 ? Math.min(at + 1, beyond) : beyond
    let least = left
    cells[row + from - 1] = left
    for (let j = from; j <= to; j++) {
      const replaced = cells[above + j - 1]! + (this.#word.charCodeAt(j - 1) === unit ? 0 : 1)
      left = Math.min(replaced, cells[above + j]! + 1, left + 1, beyond)
      cells[row + j] = left
      if (left < least) least = left
    }
    if (to < this.#word.length) cells[row + to + 1] = beyond
    this.#path[at] = unit
    this.#rows = at + 1
    this.#dead = least > this.#edits ? at + 1 : -1
  }
}
