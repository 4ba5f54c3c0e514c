// How servers are told to stop.
import { expect, test, vi } from 'vitest'
import { stopSignal } from '../../bin/commands/stop.ts'

test('SIGTERM asks a server to end, and a second one does not wait', async () => {
  // Other suites of this process may have asked for the signal as well.
  const others = new Set(process.listeners('SIGTERM'))
  const own = () => process.listeners('SIGTERM').filter((listener) => !others.has(listener))
  const send = () => {
    for (const listener of own()) listener('SIGTERM')
  }
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  try {
    const { code, signal, forget } = stopSignal()
    expect(signal.aborted).toBe(false)
    send()
    expect([signal.aborted, await code]).toEqual([true, 0])
    expect(exit).not.toHaveBeenCalled()
    send()
    expect(exit.mock.calls).toEqual([[0]])
    forget()
    expect(own()).toEqual([])
  } finally {
    exit.mockRestore()
    for (const listener of own()) process.off('SIGTERM', listener)
  }
})
