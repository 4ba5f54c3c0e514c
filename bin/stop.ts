// How a command that goes on until it is told to stop is told.
import { FINE, INTERRUPTED } from './command.ts'

export interface Stop {
  /** The exit code, once a signal has come. */
  code: Promise<number>
  signal: AbortSignal
}

/** Waits for Ctrl-C or a service manager. A second signal does not wait for the command to finish. */
export function stopSignal(): Stop {
  const controller = new AbortController()
  const code = new Promise<number>((resolve) => {
    const on = (signal: NodeJS.Signals, value: number) =>
      process.on(signal, () => {
        if (controller.signal.aborted) process.exit(value)
        controller.abort()
        resolve(value)
      })
    on('SIGINT', INTERRUPTED)
    on('SIGTERM', FINE)
  })
  return { code, signal: controller.signal }
}
