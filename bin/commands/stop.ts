// Stops a server gracefully on SIGTERM, which service managers send. Ctrl-C ends the process at once: see galley.mjs.
import { SUCCESS } from '../cli/command.ts'

export interface Stop {
  /** The exit code, once the signal has come. */
  code: Promise<number>
  signal: AbortSignal
}

/** A second signal ends the process at once. */
export function stopSignal(): Stop {
  const controller = new AbortController()
  const code = new Promise<number>((resolve) => {
    process.on('SIGTERM', () => {
      if (controller.signal.aborted) process.exit(SUCCESS)
      controller.abort()
      resolve(SUCCESS)
    })
  })
  return { code, signal: controller.signal }
}
