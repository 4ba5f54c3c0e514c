// An end to waiting.

export class DeadlineError extends Error {
  override name = 'DeadlineError'
}

/**
 * What the work gives; what it does later than that no longer matters.
 * @throws {DeadlineError} after so many milliseconds
 */
export function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const expire = () => reject(new DeadlineError(`no answer within ${milliseconds} ms`))
    // A process that was held up reads first what came in meanwhile.
    const timer = setTimeout(() => setImmediate(expire), milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
