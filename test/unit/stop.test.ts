// How servers are told to end.
import { expect, test, vi } from 'vitest'
import { stopSignal } from '../../bin/commands/stop.ts'

test('SIGTERM asks a server to end, and a second one does not wait for that', async () => {
  const others = new Set(process.listeners('SIGTERM'))
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  try {
    const { code, signal } = stopSignal()
    expect(signal.aborted).toBe(false)
    process.emit('SIGTERM')
    expect([signal.aborted, await code]).toEqual([true, 0])
    expect(exit).not.toHaveBeenCalled()
    process.emit('SIGTERM')
    expect(exit.mock.calls).toEqual([[0]])
  } finally {
    exit.mockRestore()
    for (const listener of process.listeners('SIGTERM')) {
      if (!others.has(listener)) process.off('SIGTERM', listener)
    }
  }
})
