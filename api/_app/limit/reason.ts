// Why a store could not be used, in words fit for a log: what a store or a library says may hold commands and tokens.
import { AnswerError } from './answer.ts'
import { DeadlineError } from './deadline.ts'

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an error without a name'
  if (error instanceof DeadlineError) return error.message
  if (error instanceof AnswerError || error.name === 'UpstashJSONParseError') return 'an answer that is none'
  const code = codeOf(error) ?? codeOf(error.cause)
  if (code !== undefined) return code
  if (/timeout/i.test(error.name + error.message)) return 'no answer in time'
  if (/max .*requests? limit exceeded/i.test(error.message)) return 'its own quota is used up'
  const said = /^(?:Command failed: )?(?:ERR )?([A-Z]{3,20})\b/.exec(error.message)?.[1]
  return said === undefined ? `an error of type ${error.name}` : `it says ${said}`
}

/** The system's name for a failure, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? code : undefined
}
