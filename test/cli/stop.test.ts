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
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
  try {
    const { code, signal, forget } = stopSignal()
    expect(signal.aborted).toBe(false)
    send()
    expect([signal.aborted, await code]).toEqual([true, 0])
    expect(kill).not.toHaveBeenCalled()
    send()
    // As if nobody had listened.
    expect(kill.mock.calls).toEqual([[process.pid, 'SIGTERM']])
    expect(own()).toEqual([])
    forget()
    expect(own()).toEqual([])
  } finally {
    kill.mockRestore()
    for (const listener of own()) process.off('SIGTERM', listener)
  }
})
