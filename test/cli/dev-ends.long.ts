// `galley dev --edit` is stopped while pages ask its build thread: what they ask begins no thread that outlives the server.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { galley } from '../support/command.ts'
import { makePages, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
beforeAll(async () => {
  place = await workspace({ 'blog/posts/hello.md': postFile() })
  makePages(place.out)
})
afterAll(() => place.remove())

test('ends as often as it is stopped', async () => {
  for (let runs = 0; runs < 5; runs++) {
    const flags = ['--content', place.dir, '--out', place.out, '--port', '0']
    const running = galley(['dev', '--edit', ...flags])
    const [, url = '', token = ''] = await running.says(/(http:\S+)\/docs\/desk\/#token=([\w-]+) \(/)
    let isAsked = true
    const ask = async () => {
      const form = `${url}/docs/desk/local/edit/form?workspace=blog`
      while (isAsked)
        await fetch(form, { headers: { 'Galley-Desk': token } }).then(
          (reply) => reply.arrayBuffer(),
          () => {},
        )
    }
    const pages = Array.from({ length: 20 }, ask)
    // Some of them have been answered.
    await fetch(`${url}/status`)
    running.process.kill('SIGTERM')
    expect(await running.ended).toBe(0)
    isAsked = false
    await Promise.all(pages)
  }
})
