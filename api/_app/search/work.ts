// What a search may cost, counted in steps that depend on the query and on visible posts alone: never on time, so that
// equal requests have equal answers on every machine, and never on scheduled posts, which would show in what is left out.
import { turn } from '../admission/turn.ts'

/** Steps that a search may take of one kind; each is some nanoseconds. */
export class Allowance {
  readonly #most: number
  readonly #note: (steps: number) => void
  spent = 0

  /** @param note told of all that are taken */
  constructor(most: number, note: (steps: number) => void) {
    this.#most = most
    this.#note = note
  }

  /** So many equal parts of what is left. */
  shares(count: number): Allowance[] {
    const share = Math.floor((this.#most - this.spent) / count)
    return Array.from({ length: count }, () => new Allowance(share, (steps) => this.spend(steps)))
  }

  get isSpent(): boolean {
    return this.spent >= this.#most
  }

  /** @returns whether they may be taken; where they would lead beyond the bound, none of them may, nor any later ones */
  spend(steps: number): boolean {
    const left = this.#most - this.spent
    const taken = Math.min(steps, left)
    this.spent += taken
    this.#note(taken)
    return steps <= left
  }
}

/**
 * Steps for each visible post, and for so many at least. They grow with the posts, so that what is found in a workspace
 * of any size is whole but where somebody means to hurt.
 */
const perPost = { places: 100, slips: 250 } as const
export const leastPosts = 10_000

/** How many steps are taken before it is asked whether it is somebody else's turn. */
const stepsPerAsking = 50_000

/** What it takes to look a word up. */
export const lookUpSteps = 500

/** One search from its first step to its last. */
export class Work {
  /** For places of words in posts, read and compared to find quoted words. */
  readonly places: Allowance
  /** For terms that a misspelt word may have been meant to be, looked at and counted. */
  readonly slips: Allowance
  /** Whether something was left out. */
  isPartial = false
  /** All that were taken, of any kind. */
  steps = 0
  #since = 0

  /** @param visible how many posts are searched */
  constructor(visible: number, least = leastPosts) {
    const posts = Math.max(visible, least)
    const note = (steps: number) => this.note(steps)
    this.places = new Allowance(perPost.places * posts, note)
    this.slips = new Allowance(perPost.slips * posts, note)
  }

  /** Counts steps that no allowance bounds. */
  note(steps: number): void {
    this.steps += steps
    this.#since += steps
  }

  /** Whether it is to be asked for a turn. */
  get isDue(): boolean {
    return this.#since >= stepsPerAsking
  }

  /** `undefined` where it is nobody else's turn, else what resolves when it is this work's turn again. */
  turn(): Promise<void> | undefined {
    const since = this.#since
    this.#since = 0
    return turn(since)
  }
}
