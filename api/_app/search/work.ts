// What a search may cost, counted in steps that depend on the query and on visible posts alone: never on time, so that
// equal requests have equal answers on every machine, and never on scheduled posts, which would show in what is left out.
import { turn } from '../admission/turn.ts'

/** Steps that a search may take of one kind; each is some nanoseconds. */
export class Allowance {
  readonly #most: number
  spent = 0

  constructor(most: number) {
    this.#most = most
  }

  /** So many equal parts of what is left. */
  shares(count: number): Allowance[] {
    const share = Math.floor((this.#most - this.spent) / count)
    return Array.from({ length: count }, () => new Allowance(share))
  }

  get isSpent(): boolean {
    return this.spent >= this.#most
  }

  /** @returns whether they may be taken; where they would lead beyond the bound, none of them may, nor any later ones */
  spend(steps: number): boolean {
    const left = this.#most - this.spent
    this.spent += Math.min(steps, left)
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
    this.places = new Allowance(perPost.places * posts)
    this.slips = new Allowance(perPost.slips * posts)
  }

  /** Notes steps that were taken, of whatever kind. @returns what is to be waited for where it is somebody else's turn */
  take(steps: number): Promise<void> | undefined {
    this.steps += steps
    this.#since += steps
    if (this.#since < stepsPerAsking) return undefined
    const since = this.#since
    this.#since = 0
    return turn(since)
  }

  /** As `take`, of what an allowance has spent between two calls. */
  taker(allowance: Allowance): () => Promise<void> | undefined {
    let noted = allowance.spent
    return () => {
      const steps = allowance.spent - noted
      noted += steps
      return this.take(steps)
    }
  }
}
