// The budget of a search, counted in steps that depend on the query and on visible posts alone: never on time, so that
// equal requests have equal replies on every machine, and never on scheduled posts, which the omissions would reveal.
import type { Pause } from '../basics/pause.ts'

/** The steps of one kind that a search may take; each is some nanoseconds. */
export class Allowance {
  readonly #most: number
  readonly #note: (steps: number) => void
  spent = 0

  /** @param note called with all steps that are taken */
  constructor(most: number, note: (steps: number) => void) {
    this.#most = most
    this.#note = note
  }

  /** Divides the rest into `count` equal parts. */
  shares(count: number): Allowance[] {
    const share = Math.floor((this.#most - this.spent) / count)
    return Array.from({ length: count }, () => new Allowance(share, (steps) => this.spend(steps)))
  }

  /** Steps that may still be taken. */
  get left(): number {
    return this.#most - this.spent
  }

  get isSpent(): boolean {
    return this.spent >= this.#most
  }

  /** @returns whether they may be taken; if they would exceed the limit, neither they nor any later ones may */
  spend(steps: number): boolean {
    const left = this.#most - this.spent
    const taken = Math.min(steps, left)
    this.spent += taken
    this.#note(taken)
    return steps <= left
  }
}

/**
 * Steps per visible post, and for how many posts at least. They grow with the posts, so that results are complete in a
 * workspace of any size, except for hostile queries.
 */
const perPost = { places: 100, spelling: 250 } as const
export const minPosts = 10_000

/** The number of steps before asking whether it is another request's turn. */
const stepsPerTurn = 50_000

/** The cost of looking up a word. */
export const lookUpSteps = 500

/** One search from its first step to its last. */
export class Work {
  /** The budget for reading and comparing the places of words in posts, to find quoted words. */
  readonly places: Allowance
  /** The budget for finding and counting terms that a misspelt word may stand for. */
  readonly spelling: Allowance
  /** True if something was left out. */
  isPartial = false
  /** Steps taken, of any kind. */
  steps = 0
  #since = 0

  readonly turn: Pause

  /** @param visible how many posts are searched */
  constructor(visible: number, turn: Pause, least = minPosts) {
    this.turn = turn
    const posts = Math.max(visible, least)
    const note = (steps: number) => this.note(steps)
    this.places = new Allowance(perPost.places * posts, note)
    this.spelling = new Allowance(perPost.spelling * posts, note)
  }

  /** Counts steps that no allowance limits. */
  note(steps: number): void {
    this.steps += steps
    this.#since += steps
  }

  /** Steps until it is time to ask for a turn. */
  get left(): number {
    return stepsPerTurn - this.#since
  }

  /** True if it is time to ask for a turn. */
  get isDue(): boolean {
    return this.#since >= stepsPerTurn
  }

  /** `undefined` if it is nobody else's turn, else a promise that resolves when it is this search's turn again. */
  pause(): Promise<void> | undefined {
    const since = this.#since
    this.#since = 0
    return this.turn(since)
  }
}
