// The thread that builds for `galley dev`, one build after another.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { startBuilder } from '../../bin/builder/builder.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { makePages, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

test('a dozen builds leave nothing behind in the thread that made them, nor does one that was refused', async () => {
  place = await workspace({ 'blog/posts/a.md': postFile() })
  makePages(place.out)
  const options = { content: place.dir, out: place.out, drafts: false, strict: false, env: {} }
  const warnings: string[] = []
  const listen = ({ message }: Error) => warnings.push(message)
  process.on('warning', listen)
  const builder = startBuilder()
  try {
    for (let time = 0; time < 12; time++) {
      expect(await builder.build(options)).toMatchObject({ written: true, problems: [] })
    }
    await expect(builder.build({ ...options, env: { BASE_URL: 'x' } })).rejects.toThrow(ConfigurationError)
    expect((await builder.build(options)).written).toBe(true)
    await nextTurn()
    expect(warnings.filter((text) => text.includes('memory leak'))).toEqual([])
  } finally {
    process.off('warning', listen)
    await builder.close()
  }
})
