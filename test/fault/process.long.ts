// That a server in a process of its own cannot fail unnoticed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { pause, startServer } from './process.ts'

const data = mkdtempSync(join(tmpdir(), 'galley-process-'))

afterAll(() => rmSync(data, { recursive: true, force: true }))

/** @param does what happens in it soon after it has told its URL */
async function serverThat(does: string) {
  const script = `const say = console.log
    console.log = (...told) => {
      say(...told)
      setTimeout(() => { ${does} }, 100)
    }`
  const preload = `data:text/javascript,${encodeURIComponent(script)}`
  const server = await startServer(data, { env: { NODE_OPTIONS: `--import=${preload}` } })
  await pause(500)
  return server
}

describe('a server in a process of its own', () => {
  test('exits cleanly when asked to', async () => {
    const server = await serverThat('')
    await server.stop()
  })

  test.each([
    [
      'left a rejection unhandled',
      `Promise.reject(new Error('nobody cares'))`,
      /ended with 1:[\s\S]*nobody cares/,
    ],
    ['threw', `throw new Error('nobody catches')`, /ended with 1:[\s\S]*nobody catches/],
    ['ended by itself', 'process.exit(0)', /ended with 0/],
    ['was killed', `process.kill(process.pid, 'SIGKILL')`, /ended with null/],
    ['was warned', `process.emitWarning('possible leak')`, /possible leak/],
  ])('that %s fails its test when it is stopped', async (_, does, message) => {
    const server = await serverThat(does)
    await expect(server.stop()).rejects.toThrow(message)
  })
})
