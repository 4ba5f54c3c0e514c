// What the built function answers on its own, in an empty folder.
import assert from 'node:assert/strict'
import { gunzipSync } from 'node:zlib'
import { hasClients, useClients } from '../mcp/use-clients.ts'
import type { Checks } from '../support/checks.ts'
import { largePosts } from './content.ts'
import type { Running } from './function.ts'
import { type Answer, ask } from './wire.ts'

/** Vercel refuses a larger body unless it is streamed. */
const bodyLimit = 4.5 * 1024 * 1024

const json = (answer: Answer) => JSON.parse(answer.body.toString())

export async function checkAnswers({ check }: Checks, { port, log }: Running): Promise<void> {
  const get = (target: string, method = 'GET') => ask(port, { name: target, target, method })

  await check('a list is answered', async () => {
    const answer = await get('/v1/small/posts')
    assert.equal(answer.status, 200)
    assert.equal(json(answer).posts.length, 10)
    assert.equal(json(answer).pagination.totalItems, 27)
    assert.equal(answer.headers['content-length'], String(answer.body.length))
    assert.match(answer.headers.etag ?? '', /^"/)
    assert.equal(answer.headers['access-control-allow-origin'], '*')
  })
  await check('a search is answered', async () => {
    const { posts } = json(await get('/v1/small/posts?query=naive'))
    assert.deepEqual(
      posts.map((post: { slug: string }) => post.slug),
      ['größe-中文'],
    )
  })
  await check('a post is answered', async () => {
    const answer = await get('/v1/small/post/entry-7')
    assert.equal(json(answer).post.title, 'Entry 7')
    assert.match(json(answer).post.content, /Words of entry 7/)
  })
  await check('what is not there is our own JSON 404', async () => {
    for (const target of ['/v1/small/post/none', '/v1/none/posts', '/none', '/api/index']) {
      const answer = await get(target)
      assert.equal(answer.status, 404, target)
      assert.deepEqual(Object.keys(json(answer)), ['error', 'message', 'details'])
    }
  })
  await check('HEAD has the headers of GET and no body', async () => {
    const target = '/v1/small/posts'
    const [head, whole] = [await get(target, 'HEAD'), await get(target)]
    assert.equal(head.status, 200)
    assert.equal(head.body.length, 0)
    for (const name of ['content-length', 'content-type', 'etag', 'link'])
      assert.equal(head.headers[name], whole.headers[name])
  })
  await check('OPTIONS is answered 204, and other methods 405', async () => {
    assert.equal((await get('/v1/small/posts', 'OPTIONS')).status, 204)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await get('/v1/small/posts', method)
      assert.equal(answer.status, 405)
      assert.equal(answer.headers.allow, 'GET, HEAD, OPTIONS')
    }
  })
  await check('a body over 4.5 MB is streamed whole', async () => {
    const answer = await get('/v1/large/posts?limit=all')
    assert.equal(answer.status, 200)
    assert.ok(answer.body.length > bodyLimit, `only ${answer.body.length} bytes`)
    assert.equal(answer.headers['content-length'], undefined)
    assert.equal(answer.cut, false)
    assert.equal(json(answer).posts.length, largePosts)
  })
  await check('lists are gzipped for those who accept it, to the same bytes', async () => {
    for (const target of [
      '/v1/large/posts?limit=all',
      '/v1/large/posts',
      '/v1/small/posts?select=slug,title,tags',
    ]) {
      const plain = await get(target)
      const headers = { 'Accept-Encoding': 'gzip' }
      const packed = await ask(port, { name: target, target, headers })
      assert.equal(packed.headers['content-encoding'], 'gzip', target)
      assert.equal(packed.headers.etag, `W/${plain.headers.etag}`)
      assert.deepEqual([plain.headers.vary, packed.headers.vary], ['Accept-Encoding', 'Accept-Encoding'])
      assert.ok(gunzipSync(packed.body).equals(plain.body), target)
      const known = { ...headers, 'If-None-Match': packed.headers.etag! }
      assert.equal((await ask(port, { name: target, target, headers: known })).status, 304)
    }
  })
  await check('the route for agents takes what is posted', async () => {
    const target = '/v1/small/mcp'
    const headers = { 'Content-Type': 'application/json' }
    const message = (id: number, method: string, params: object) =>
      JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const sent = message(7, 'tools/call', { name: 'search', arguments: { query: 'naive' } })
    const answer = await ask(port, { name: target, target, method: 'POST', headers, body: sent })
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal(json(answer).id, 7)
    // A post, and a page.
    assert.equal(json(answer).result.structuredContent.results.length, 2)
    const large = await ask(port, {
      name: target,
      target,
      method: 'POST',
      headers,
      body: sent.padEnd(65_537),
    })
    assert.equal(large.status, 413)
    const typed = { 'Content-Type': 'text/plain' }
    assert.equal(
      (await ask(port, { name: target, target, method: 'POST', headers: typed, body: sent })).status,
      415,
    )
    const get = await ask(port, { name: target, target })
    assert.deepEqual([get.status, get.headers.allow], [405, 'POST, OPTIONS'])
  })
  await check('nothing was logged on the way', () =>
    assert.equal(log().replace(/^Dev server listening.*$/gms, ''), ''),
  )
}

/** If they are installed; they make more requests than the usual limit admits. */
export async function checkClients({ check }: Checks, { port }: Running): Promise<void> {
  if (!hasClients) return
  await check('the official clients of agents read all posts', async () => {
    console.log(await useClients(`http://127.0.0.1:${port}/v1/small/mcp`))
  })
}
