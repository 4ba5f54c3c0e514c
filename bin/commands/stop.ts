// Stops a server gracefully on SIGTERM, which service managers send. Ctrl-C ends the process at once: see galley.mjs.
import { type Console, SUCCESS } from '../cli/command.ts'

export interface Stop {
  /** The exit code, once the signal has come. */
  code: Promise<number>
  signal: AbortSignal
  /** Called when the command has ended: the process of a test runs many. */
  forget(): void
}

/** A second signal ends the process at once. */
export function stopSignal(): Stop {
  const controller = new AbortController()
  const { signal } = controller
  const code = new Promise<number>((resolve) => signal.addEventListener('abort', () => resolve(SUCCESS)))
  const stop = () => {
    if (signal.aborted) process.exit(SUCCESS)
    controller.abort()
  }
  process.on('SIGTERM', stop)
  return { code, signal, forget: () => process.off('SIGTERM', stop) }
}

/** Ends the process after that many milliseconds if only unread output keeps it: a pipe may have a reader that never reads. */
export function endWithin(milliseconds: number, { stdout, stderr }: Console): void {
  if ([stdout, stderr].every(({ writableLength = 0 }) => writableLength === 0)) return
  setTimeout(() => process.exit(SUCCESS), milliseconds).unref()
}
