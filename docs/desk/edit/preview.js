// Asks what the text comes to while it is typed: one request at a time, and always for the newest text.

import { Refused } from '../source.js'
import { reasonOf } from './wire.js'

/** @typedef {import('./editor.js').Editor} Editor */

/**
 * @param {ReturnType<typeof import('./wire.js').wireOf>} wire @param {Editor} editor
 * @param {(preview: import('./wire.js').Preview, since: ReturnType<Editor['follow']>) => void} show
 * @param {(message: string) => void} fail
 */
export function previewing(wire, editor, show, fail) {
  let isRunning = false
  let isWanted = false
  let isOver = false

  async function ask() {
    isWanted = true
    if (isRunning) return
    isRunning = true
    while (isWanted && !isOver) {
      isWanted = false
      const since = editor.follow()
      try {
        const preview = await wire.preview(editor.text())
        if (isOver) return
        show(preview, since)
      } catch (error) {
        since.stop()
        // A newer text has come, or another build has to be waited for: both are asked for by themselves.
        const isPassing = error instanceof Refused && (error.status === 409 || error.status === 503)
        if (!isOver && !isPassing) fail(reasonOf(error))
      }
    }
    isRunning = false
  }

  return {
    ask,
    stop() {
      isOver = true
    },
  }
}
