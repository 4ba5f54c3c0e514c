/** What is wrong with a bucket, or with what is in it. Its message names no key, no address and no credential. */
export class BucketError extends Error {
  override name = 'BucketError'
  /** Of the store's reply; 0 if there was none, or not all of it. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}
