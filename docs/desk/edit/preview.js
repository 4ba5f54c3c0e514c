// Asks what the text comes to while it is typed: one request at a time, and always for the newest text.

import { reasonOf } from './wire.js'

/** @typedef {import('./editor.js').Editor} Editor */

/**
 * @param {ReturnType<typeof import('./wire.js').wireOf>} wire
 * @param {Editor} editor
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
        if (!isOver) fail(reasonOf(error))
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
