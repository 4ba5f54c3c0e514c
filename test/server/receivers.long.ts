// Five hundred receivers of publish hooks, of which some hang, cut off, are slow or gone: each is on its own. By counts and the order
// of messages alone.
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { serve } from '../../server/index.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { startReceiver } from '../support/receiver.ts'
import { freePort } from '../support/redis.ts'
import { unlimited } from '../support/server.ts'
import { workspace } from '../support/workspace.ts'

const each = 100
const kinds = ['hang', 'cut', 'gone', 'slow', 'well'] as const
const hour = 3_600_000
const secret = randomBytes(32)
const patient = { timeout: 60_000 }

test('those that answer wait for no other, and the rest get the newest state', async () => {
  const held: ServerResponse[] = []
  const receiver = await startReceiver(({ url }, response) => {
    const kind = url!.split('/')[1]
    if (kind === 'cut') response.destroy()
    else if (kind === 'hang' && held.length < each) held.push(response)
    else setTimeout(() => response.writeHead(204).end(), kind === 'slow' ? 20 : 0)
  }, 'http')
  onTestFinished(() => receiver.stop())
  const place = await workspace({})
  onTestFinished(() => place.remove())
  const data = `${place.out}/data`
  const publish = (posts: number) =>
    writeSnapshot(data, {
      workspaces: [bulkWorkspace('blog', posts, () => '')],
      ...{ builtAt: null, preview: null, keepPrevious: true },
    })
  publish(1)
  const gone = await freePort()
  const hooks = kinds.flatMap((kind) =>
    Array.from({ length: each }, (_, i) => {
      const port = kind === 'gone' ? gone : receiver.port
      return { folder: 'blog', url: new URL(`http://127.0.0.1:${port}/${kind}/${i}?token=t`) }
    }),
  )
  const log: string[] = []
  const server = await serve({
    ...{ data, port: 0, host: '127.0.0.1', env: unlimited, log: (line) => log.push(line) },
    hooks: { hooks, secret, timeout: hour, delays: [hour] },
    monitoring: { metrics: { host: '127.0.0.1', port: 0 } },
  })
  await server.look()
  const lines = (text: string) => log.filter((line) => line.includes(text))
  for (const step of [1, 2, 3]) {
    publish(step + 1)
    await server.look()
    // All but those that are gone, and from the second change on but those that hang since the first.
    await receiver.toldTimes(each * (1 + 3 * step))
    await expect.poll(() => lines('hooks: told').length, patient).toBe(2 * each * step)
    await expect.poll(() => lines('(ECONNREFUSED)').length, patient).toBe(each * step)
  }
  expect(held).toHaveLength(each)
  for (const [i, response] of held.entries()) response.writeHead(i % 2 === 0 ? 204 : 503).end()
  await receiver.toldTimes(each * 11)

  const standard = new Webhook(`whsec_${secret.toString('base64')}`)
  // biome-ignore lint/suspicious/noExplicitAny: it is looked into
  const messagesTo = (path: string): any[] =>
    receiver.told
      .filter((told) => told.path === `/${path}?token=t`)
      .map(({ text, headers }) => standard.verify(text, headers))
  const addedTo = (path: string) => messagesTo(path).map(({ data }) => data.added.join(' '))
  const isChain = (path: string) =>
    messagesTo(path).every(
      ({ data }, i, all) => i === 0 || data.previousSnapshot === all[i - 1].data.snapshot,
    )
  for (let i = 0; i < each; i++) {
    for (const kind of ['well', 'slow']) {
      expect(addedTo(`${kind}/${i}`)).toEqual(['post-1', 'post-2', 'post-3'])
      expect(isChain(`${kind}/${i}`)).toBe(true)
    }
    expect(addedTo(`cut/${i}`)).toEqual(['post-1', 'post-2 post-1', 'post-3 post-2 post-1'])
    const isToldOnce = i % 2 === 0
    expect(addedTo(`hang/${i}`)).toEqual(['post-1', isToldOnce ? 'post-3 post-2' : 'post-3 post-2 post-1'])
    expect(isChain(`hang/${i}`)).toBe(isToldOnce)
  }
  // Whoever has missed the same is told the same, with one id.
  const missed = receiver.told.filter(({ text }) => JSON.parse(text).data.added.length === 3)
  expect(new Set(missed.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(missed).toHaveLength(1.5 * each)

  const named = lines('(ECONNREFUSED)').map((line) => /\(entry (\d+) of GALLEY_HOOKS\)/.exec(line)![1])
  expect(new Set(named).size).toBe(each)
  expect(log.join()).not.toContain('token')
  await expect
    .poll(() => counted(server.metrics!), patient)
    .toEqual({ told: 7.5 * each, replaced: 5.5 * each })
  await server.close()
  // Those that cut off and those that are gone would have been tried again.
  expect(lines('the server ends before')).toHaveLength(2 * each)
})

/** How many messages there were, by what became of them, as metrics say it. */
async function counted(url: string): Promise<Record<string, number>> {
  const text = await (await fetch(url)).text()
  const all: Record<string, number> = {}
  for (const [, outcome, count] of text.matchAll(/^galley_messages_total\{.*outcome="(\w+)".*\} (\d+)$/gm))
    all[outcome!] = (all[outcome!] ?? 0) + Number(count)
  return all
}
