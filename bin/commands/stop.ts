// Signals to a server: SIGTERM, which service managers send, stops it gracefully, and SIGHUP does not. Ctrl-C ends the process at once: see galley.mjs.
import { isatty } from 'node:tty'
import { type Console, SUCCESS } from '../cli/command.ts'

/** The time for a thread to end: it takes milliseconds, on a busy machine a second, and if it waits for a disk perhaps for ever. */
const threadPatienceMs = 3_000

/**
 * A second signal ends the process at once.
 * @returns `code`: the exit code, once the signal has come; `forget`: called when the command has ended, since the process of a test
 * runs many
 */
export function stopSignal() {
  const controller = new AbortController()
  const { signal } = controller
  const code = new Promise<number>((resolve) => signal.addEventListener('abort', () => resolve(SUCCESS)))
  const stop = () => {
    if (signal.aborted) endBy('SIGTERM')
    controller.abort()
  }
  process.on('SIGTERM', stop)
  return { code, signal, forget: () => process.off('SIGTERM', stop) }
}

/** Ends the process as if nobody listened to the signal: `process.exit` waits for threads, and those in native code may take for ever. */
function endBy(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}

/** Ends threads on SIGTERM, and if one does not end, all. @param end resolves when they have ended */
export function endThreads(signal: AbortSignal, end: () => Promise<unknown>): void {
  signal.addEventListener('abort', async () => {
    const late = setTimeout(endBy, threadPatienceMs, 'SIGTERM')
    await end()
    clearTimeout(late)
  })
}

/**
 * Keeps SIGHUP from ending the process if there is no terminal: service managers send it to ask for a reload, and Node does not
 * let `nohup` ignore it.
 * @returns does without again
 */
export function onHangUp(listener: () => void): () => void {
  // Asked now: when the signal comes, the terminal is gone.
  if ([0, 1, 2].some((descriptor) => isatty(descriptor))) return () => {}
  process.on('SIGHUP', listener)
  return () => process.off('SIGHUP', listener)
}

/** Ends the process after that many milliseconds if only unread output keeps it: a pipe may have a reader that never reads. */
export function endWithin(milliseconds: number, { stdout, stderr }: Console): void {
  if ([stdout, stderr].every(({ writableLength = 0 }) => writableLength === 0)) return
  setTimeout(() => process.exit(SUCCESS), milliseconds).unref()
}
