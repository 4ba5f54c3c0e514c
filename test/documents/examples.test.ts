// Makes every request that a document shows, and compares every reply it shows with the real one.
import { expect, test, vi } from 'vitest'
import type { App } from '../../api/_app/app.ts'
import * as main from '../../client/index.ts'
import * as jsonld from '../../client/jsonld.ts'
import { type Answer, ask } from '../support/ask.ts'
import { site } from '../support/site.ts'
import { type Block, blocksOf, examplesOf, type Request } from './blocks.ts'
import { asDocumented } from './documented.ts'
import { describeWithGuide, documents, env, guideFiles, guidePosts, now, read } from './guide.ts'

const client = { ...main, ...jsonld }
const hosts = ['http://127.0.0.1:3000', 'https://api.example.org']

const pages = [...documents(), ...guidePosts()]
  .filter((path) => path !== 'docs/commands.md')
  .map((path) => [path, read(path)] as const)

const searching = pages.find(([path]) => path.endsWith('-searching.md'))?.[1] ?? ''

const examples = pages.flatMap(([path, text]) =>
  examplesOf(text).map((example) => ({ path, title: `${path}: ${example.name}`, ...example })),
)

describeWithGuide('examples of the documents', () => {
  const guide = site({ env }, guideFiles())
  const app = () => guide.app({ now: () => now })

  test('are there', () => {
    expect(examples.filter(({ path }) => path === 'docs/api.md').length).toBeGreaterThan(8)
    expect(examples.filter(({ path }) => path === 'README.md').length).toBeGreaterThan(0)
  })

  test.each(examples.filter(isOfGuide).map(({ title, ...example }) => [title, example] as const))(
    '%s',
    async (_, { request, reply }) => {
      const { status, json } = await follow(app(), request)
      if (reply === undefined) expect(status).toBeLessThan(400)
      else expect(asDocumented(json, reply)).toEqual(reply)
    },
  )

  test.each(
    pages
      .filter(([path]) => path === 'docs/api.md')
      .flatMap(([path, text]) => blocksOf(text).map((block) => ({ path, ...block })))
      .filter(({ language }) => language === 'js'),
  )('$path:$line runs', async ({ text }) => {
    const one = app()
    const asked: string[] = []
    const fetch = async (url: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
      asked.push(url)
      return asResponse(await ask(one, method, targetOf(new URL(url)), {}, undefined, body))
    }
    vi.stubGlobal('fetch', fetch)
    vi.spyOn(console, 'log').mockReturnValue()
    const galley = client.createClient({ baseUrl: 'https://api.example.org', key: 'demo' })
    // Each is a page of its own, but for the client, which the first one makes.
    const code = text.replace(/^import (\{.*\}) from 'galley-client(?:\/jsonld)?'$/m, 'const $1 = client')
    const calls = [...text.matchAll(/^(?:async )?function (\w+)\(\)/gm)].map(
      ([, name]) => `await ${name}()\n`,
    )
    const given = /^const galley = /m.test(text) ? {} : { galley }
    const all = { client, fetch, ...given }
    await new AsyncFunction(...Object.keys(all), code + calls.join(''))(...Object.values(all))
    // What only defines a function with parameters asks nothing.
    const isDefined = /^(?:async )?function \w+\(\w/m.test(text) && calls.length === 0
    expect(asked.length > 0).toBe(!isDefined)
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  test.each([...read('docs/api.md').matchAll(/^\| .+ \| `(\?[^`]+)` \|$/gm)].map(([, query]) => query!))(
    'find something with %s',
    async (query) => {
      const { json } = await ask(app(), 'GET', `/v1/demo/posts${query}`)
      expect(json.pagination.totalItems).toBeGreaterThan(0)
    },
  )

  test('show a misspelling that is corrected', async () => {
    const { headers } = await ask(app(), 'GET', '/v1/demo/posts?query=markdwon')
    expect(headers['X-Search-Corrected']).toBe('markdown')
  })

  test.each([...searching.matchAll(/^\| `([^`]+)` \| /gm)].map(([, query]) => query!))(
    'of search find something with %s',
    async (query) => {
      const { json, headers } = await ask(app(), 'GET', `/v1/demo/posts?${new URLSearchParams({ query })}`)
      expect(json.posts.length).toBeGreaterThan(0)
      expect(headers['X-Search-Corrected']).toBeUndefined()
    },
  )

  test('show JSON only below the request that returns it, except for what takes many requests', () => {
    const replies = (text: string) => examplesOf(text).filter(({ reply }) => reply !== undefined)
    const others = ([, text]: readonly [string, string]) =>
      blocksOf(text).filter(isReply).length - replies(text).length
    const more = pages.map((page) => [page[0], others(page)] as const).filter(([, count]) => count > 0)
    expect(more).toEqual([['docs/api.md', 1]])
  })

  test('show the 429 that the request after the last one gets', async () => {
    const one = app()
    const last = async (): Promise<Answer> => {
      const answer = await ask(one, 'GET', '/v1/demo/tags?select=slug')
      return answer.status === 429 ? answer : last()
    }
    const shown = blocksOf(read('docs/api.md')).find(({ text }) => text.includes('"statusCode": 429'))!
    expect((await last()).json).toEqual(JSON.parse(shown.text))
  })
})

/** `blog` is the reader's own workspace. */
/** Media are served before the app is asked. */
function isOfGuide({ request: { url } }: { request: Request }): boolean {
  return hosts.includes(url.origin) && !/^\/(v1\/blog|media\/)/.test(url.pathname)
}

/** Tells a block of JSON that is a reply: a body has one of these keys. */
function isReply({ language, text }: Block): boolean {
  return (
    language === 'json' &&
    /^\{\s*"(workspace|posts?|categor|tags?|authors?|suggestions|redirects|error|status|name)/.test(text)
  )
}

async function follow(app: App, { method, url, headers, follows }: Request): Promise<Answer> {
  const answer = await ask(app, method, targetOf(url), headers)
  if (!follows || answer.status !== 308) return answer
  return ask(app, method, answer.headers.Location!, headers)
}

function targetOf({ pathname, search }: URL): string {
  return pathname + search
}

function asResponse({ status, headers, text }: Answer): Response {
  return new Response(text, { status, headers })
}

const AsyncFunction = (async () => {}).constructor as new (
  ...text: string[]
) => (...values: unknown[]) => Promise<unknown>
