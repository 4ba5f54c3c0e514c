/** An error of a bucket, or of what is in it. Its message names no key, no address and no credential. */
export class BucketError extends Error {
  override name = 'BucketError'
  /** The status of the store's reply; 0 if there was none, or only a part of it. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}
