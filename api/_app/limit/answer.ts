/** A shared store answers something else than it is asked: a failure of the store, never a refusal. */
export class AnswerError extends Error {
  override name = 'AnswerError'
}
