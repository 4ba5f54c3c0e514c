// Serialises an index of MiniSearch term by term. MiniSearch itself first makes one object of all terms, with kilobytes
// per term: a gigabyte for a thousand posts in scripts without spaces.
import MiniSearch from 'minisearch'

export class SerialisableIndex<T> extends MiniSearch<T> {
  /** Returns the same as `JSON.stringify`, except for the order of keys. */
  json(): string {
    const terms = this._index
    const { index: _, ...others } = this.#withoutTerms()
    const entries: string[] = []
    for (const [term, fields] of terms) {
      const postings = [...fields].map(([field, posts]) => `"${field}":${postingsJson(posts)}`)
      entries.push(`[${JSON.stringify(term)},{${postings.join()}}]`)
    }
    return `${JSON.stringify(others).slice(0, -1)},"index":[${entries.join()}]}`
  }

  #withoutTerms() {
    const terms = this._index
    this._index = new SerialisableIndex<T>({ fields: [] })._index
    try {
      return this.toJSON()
    } finally {
      this._index = terms
    }
  }
}

function postingsJson(posts: ReadonlyMap<number, number>): string {
  return `{${Array.from(posts, ([post, frequency]) => `"${post}":${frequency}`).join()}}`
}
