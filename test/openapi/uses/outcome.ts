/** What each client has to find out. The types of its fields are what a generator makes of required and optional ones. */
export interface Outcome {
  titles: string[]
  tag: number | undefined
  author: string
  related: number | undefined
  error: string
}

/** The findings of a client that is made for one workspace, about a post with all fields and one with few. */
export interface OwnOutcome {
  minutes: number
  done: boolean | null
  level: 'easy' | 'hard'
  topics: string | undefined
  kinds: string | undefined
  sum: number | undefined
  alt: string | undefined
  width: number | null | undefined
  type: string | undefined
  next: string | undefined
  seen: string | undefined
  city: string | null | undefined
  steps: string | undefined
  date: string | null
  missing: string | null
  /** The posts that all filters find. */
  found: string
  facets: string
}
