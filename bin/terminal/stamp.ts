// The name and the time in a server's log: systemd's journal has the time of each line, other places do not.
import { fstatSync } from 'node:fs'
import type { Painted } from './print.ts'

/** @param now ms since the epoch */
export function speaker(env: NodeJS.ProcessEnv, now: number): Painted {
  return { text: isJournal(env.JOURNAL_STREAM) ? 'galley:' : `${new Date(now).toISOString()} galley:` }
}

const standardError = 2

/** Tells whether standard error is the stream that systemd names, by device and inode: it may have been redirected since. */
function isJournal(stream: string | undefined): boolean {
  if (!stream) return false
  const { dev, ino } = fstatSync(standardError)
  return stream === `${dev}:${ino}`
}
