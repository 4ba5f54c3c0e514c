// The official clients of both generations read all posts of a workspace. Run with the address of its `mcp`; prints what each did, and
// throws at the first surprise.
import assert from 'node:assert/strict'
import { Client, isSpecType, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const url = new URL(process.argv[2])
const about = { name: 'galley-test', version: '1' }

const clients = {
  'the client of 2026, as it is': [new Client(about), new StreamableHTTPClientTransport(url), '2025-11-25'],
  'the client of 2026, negotiating': [
    new Client(about, { versionNegotiation: { mode: 'auto' } }),
    new StreamableHTTPClientTransport(url),
    '2026-07-28',
  ],
  'the client of 2026, for that revision': [
    new Client(about, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    new StreamableHTTPClientTransport(url),
    '2026-07-28',
  ],
  'the client of 2025': [new EarlierClient(about), new EarlierTransport(url), undefined],
}

for (const [name, [client, transport, revision]] of Object.entries(clients)) {
  await client.connect(transport)
  if (revision) assert.equal(client.getNegotiatedProtocolVersion(), revision)
  const { tools } = await client.listTools()
  assert.deepEqual(
    tools.map((tool) => tool.name),
    ['search', 'fetch', 'list_posts', 'list_topics', 'related'],
  )
  for (const tool of tools) assert.ok(isSpecType.Tool(tool), tool.name)
  const resources = []
  let cursor
  do {
    const page = await client.listResources(cursor === undefined ? {} : { cursor })
    resources.push(...page.resources)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  const listed = await client.callTool({ name: 'list_posts', arguments: {} })
  const entries = resources.filter(({ uri }) => uri.startsWith('galley://entries/'))
  assert.equal(listed.structuredContent.total, resources.length - entries.length)
  for (const { uri, title } of entries) {
    const { contents } = await client.readResource({ uri })
    const id = decodeURIComponent(uri.slice('galley://entries/'.length))
    const { structuredContent: entry } = await client.callTool({ name: 'fetch', arguments: { id } })
    assert.equal(entry.title, title)
    assert.ok(contents[0].text.startsWith(entry.text))
  }
  for (const { uri, title } of resources.filter((one) => !entries.includes(one)).slice(0, 60)) {
    const { contents } = await client.readResource({ uri })
    // The client compares answers with the schemas of tools by itself.
    const { structuredContent: post } = await client.callTool({
      name: 'fetch',
      arguments: { id: uri.split('/').at(-1) },
    })
    assert.equal(post.title, title)
    assert.ok(contents[0].text.startsWith(post.text))
    await client.callTool({ name: 'related', arguments: { id: post.id } })
  }
  await client.callTool({ name: 'search', arguments: { query: resources[0].title } })
  await client.callTool({ name: 'list_topics', arguments: {} })
  await assert.rejects(client.readResource({ uri: 'galley://posts/nobody' }), { code: -32602 })
  const wrong = await client.callTool({ name: 'search', arguments: { query: 5 } })
  assert.ok(wrong.isError)
  const { resourceTemplates } = await client.listResourceTemplates()
  assert.equal(resourceTemplates.length, entries.length > 0 ? 2 : 1)
  await client.close()
  console.log(`${name} read ${resources.length} posts`)
}
