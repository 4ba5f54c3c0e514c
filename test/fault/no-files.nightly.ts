// Pipes, devices, folders and huge files where a server expects files of a build.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Galley, galley, urlOf } from '../support/command.ts'
import { noFiles, replaceBy } from '../support/no-file.ts'
import { png } from '../support/picture.ts'
import { unlimited } from '../support/server.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

describe.skipIf(process.platform === 'win32')('a server answers from what it has', () => {
  let place: Workspace
  let server: Galley
  let url: string
  beforeAll(async () => {
    const files = { 'blog/posts/a.md': postFile({}, '![](a.png)\n'), 'blog/posts/a.png': png() }
    place = await workspace(files, { baseUrl: 'http://127.0.0.1' })
    await place.build()
    server = galley(['serve', '--dir', place.out, '--port', '0'], unlimited)
    url = await urlOf(server)
    await server.says(/verified/)
  })
  afterAll(() => {
    server.process.kill('SIGKILL')
    place.remove()
  })

  const statuses = async (...paths: string[]) =>
    Promise.all(paths.map(async (path) => (await fetch(url + path)).status))
  const kept = () => join(place.out, 'kept')

  test.each(Object.keys(noFiles))('while current.json is %s', async (kind) => {
    const told = () => server.stderr().split('still serving').length
    const before = told()
    const putBack = replaceBy(kind, join(place.out, 'data/current.json'), kept())
    await expect.poll(told).toBe(before + 1)
    expect(await statuses('/v1/blog/posts', '/v1/blog/posts/a', '/status')).toEqual([200, 200, 503])
    putBack()
    await expect.poll(() => statuses('/status')).toEqual([200])
  })

  test.each(['a pipe', 'a device', 'a folder'])('while files that it sends are %s', async (kind) => {
    const [image] = readdirSync(join(place.out, 'public/media'))
    const image1 = `/media/${image}`
    const putBack = replaceBy(kind, join(place.out, 'public', image1), kept())
    // More than there are threads for files.
    const asked = await statuses(...Array.from({ length: 12 }, () => image1), '/openapi.json')
    expect(asked.at(-1)).toBe(200)
    expect(new Set(asked.slice(0, -1))).not.toContain(200)
    putBack()
    expect(await statuses(image1)).toEqual([200])
  })
})
