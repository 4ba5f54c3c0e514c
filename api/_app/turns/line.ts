// A waiting line: the shortest work goes first, and among equally long work that of the client that was served least recently.

export interface InLine {
  client: string
  /** The length of the work: small numbers go first. */
  rank: number
}

/** The number of times in a row that shorter work may go before work that has waited longer, which must go on, too. */
const patience = 8

export class Line<T extends InLine> {
  /** All entries in the order of arrival. */
  readonly #all = new Set<T>()
  /** Entries by rank and client, the least recently served client first. */
  readonly #ranks: Map<string, Set<T>>[] = []
  #passed = 0

  values(): Iterable<T> {
    return this.#all
  }

  add(one: T): void {
    const { rank, client } = one
    this.#all.add(one)
    this.#ranks[rank] ??= new Map()
    const others = this.#ranks[rank].get(client)
    if (others) others.add(one)
    else this.#ranks[rank].set(client, new Set([one]))
  }

  remove(one: T): void {
    if (!this.#all.delete(one)) return
    const clients = this.#ranks[one.rank]!
    const others = clients.get(one.client)!
    others.delete(one)
    if (others.size === 0) clients.delete(one.client)
  }

  /** Removes and returns the first one that can go. */
  take(canGo: (one: T) => boolean = () => true): T | undefined {
    const [oldest] = this.#all
    if (oldest === undefined) return undefined
    const isPassed = this.#passed >= patience
    for (const clients of isPassed ? [this.#ranks[oldest.rank], ...this.#ranks] : this.#ranks) {
      for (const [client, waiting] of clients ?? []) {
        for (const one of waiting) {
          if (!canGo(one)) continue
          this.remove(one)
          if (clients!.delete(client)) clients!.set(client, waiting)
          this.#passed = one.rank < oldest.rank ? this.#passed + 1 : 0
          return one
        }
      }
    }
  }
}
