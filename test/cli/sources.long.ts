// Most suites start bundles of the command line and its threads: see ../support/bundle. In a clone, all of them run from sources.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { makePages, postFile, workspace } from '../support/workspace.ts'

test('a build runs from sources, with its thread and the process for large files', async () => {
  const place = await workspace({
    'blog/posts/hello.md': postFile(),
    'blog/posts/large.md': postFile({}, `\`\`\`\n${'x'.repeat(300_000)}\n\`\`\`\n`),
    'blog/tags.yml': `web: { name: The Web }\n# ${'x'.repeat(70_000)}\n`,
  })
  onTestFinished(place.remove)
  makePages(place.out)
  const program = fileURLToPath(new URL('../../bin/galley.mjs', import.meta.url))
  const flags = [program, 'build', '--content', place.dir, '--out', place.out]
  const env = { GALLEY_CACHE: 'off', BASE_URL: 'https://api.example.org' }
  const { status, stderr } = spawnSync(process.execPath, flags, { env, encoding: 'utf8' })
  expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.stringContaining('blog: 2 posts') })
})

test('a helper thread runs from sources', async () => {
  const thread = new Worker(new URL('../../build/compile/pool/thread.mjs', import.meta.url), {
    workerData: [],
    execArgv: [],
  })
  onTestFinished(async () => void (await thread.terminate()))
  thread.postMessage({ files: [], packs: true })
  expect(await once(thread, 'message')).toMatchObject([{ compiled: [] }])
})
