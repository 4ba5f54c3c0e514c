// How a server is told to end when it may take its time: by a service manager. Ctrl-C, which may not, ends the process
// in galley.mjs.
import { SUCCESS } from '../cli/command.ts'

export interface Stop {
  /** The exit code, once the signal has come. */
  code: Promise<number>
  signal: AbortSignal
}

/** A second signal does not wait for the command to finish. */
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
