// Those who wait: the shortest work goes first, and of equally long work that of the client that was served least recently.

export interface InLine {
  client: string
  /** How long the work is: small numbers go first. */
  rank: number
}

/** How many times in a row shorter work may go before longer work that has waited for more time: that must go on, too. */
const patience = 8

export class Line<T extends InLine> {
  /** In the order of arrival. */
  readonly #all = new Set<T>()
  /** By rank and client, the least recently served client first. */
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
