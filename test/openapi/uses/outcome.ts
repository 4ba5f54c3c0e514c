/** What each client has to find out. The types of its fields are what a generator makes of required and optional ones. */
export interface Outcome {
  titles: string[]
  tag: number | undefined
  author: string
  related: number | undefined
  error: string
}
