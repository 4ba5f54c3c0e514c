// Content in a throw-away folder, published as somebody would: `galley build`, and `galley serve` behind a proxy that counts.
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { endWith, type Galley, galley, urlOf } from '../support/command.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const corpus = fileURLToPath(new URL('../../../shared/corpus/nodejs-blog', import.meta.url))

/** Requests in ten seconds. */
const limit = 60

interface Named {
  slug: string
  name: string
}

interface Post {
  slug: string
  title: string
  content: string
  authors: Named[]
  category: Named
  tags: Named[]
}

export interface List {
  posts: Post[]
  pagination: { totalItems: number }
}

export interface Published {
  /** Of a workspace: `demo`, or `big` with several hundred posts. */
  address(key: string): string
  /** Everything asked under a key since `forget`, in order. */
  asked: { target: string; status: number }[]
  forget(): void
  /** Posts of a workspace, not counted. */
  list(key: string, query: string): Promise<List>
  /** Before the next request, somebody else uses up the limit of its workspace. */
  useUpLimit(): void
  /** Saves a file, given what it was, and publishes it. @param name the end of a post's file name */
  save(key: string, name: string, change: (text: string) => string): Promise<void>
  /** Another server, which tells whoever is at this address of what is published in a workspace. */
  tell(key: string, address: string, secret: string): Promise<void>
  close(): Promise<void>
}

export async function publish(): Promise<Published> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-example-'))
  cpSync(join(root, 'content/demo'), join(folder, 'content/demo'), { recursive: true })
  writeBig(join(folder, 'content/big'))
  appendFileSync(join(folder, 'content/big/workspace.yml'), '\nfields: { minutes: { type: number } }\n')
  appendFileSync(
    join(folder, 'content/demo/workspace.yml'),
    '\ncode: { light: github-light-default, dark: github-dark-default }\n',
  )

  const asked: Published['asked'] = []
  let isUsedUp = false
  let behind = ''
  const proxy = createServer(async (incoming, outgoing) => {
    const target = incoming.url!
    const [, key] = /^\/v1\/(\w+)[/?]/.exec(target) ?? []
    if (key && isUsedUp) {
      isUsedUp = false
      const others = Array.from({ length: limit }, () => fetch(`${behind}/v1/${key}`))
      for (const reply of await Promise.all(others)) await reply.text()
    }
    pass(incoming, outgoing, behind, (status) => {
      if (key) asked.push({ target, status })
    })
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const build = async () => {
    const { ended, stderr } = galley(['build', '--quiet'], { BASE_URL: url }, folder)
    expect(await ended, stderr()).toBe(0)
  }

  await build()
  const env = { GALLEY_RATE_LIMIT: `${limit}/10s`, GALLEY_FALLBACK_LIMIT: 'off' }
  const serving: Galley = galley(['serve', '--port', '0', '--quiet'], env, folder)
  behind = await urlOf(serving)
  let telling: Galley | undefined
  const snapshot = async () => (await json<{ snapshot: string }>(await fetch(`${behind}/status`))).snapshot

  return {
    asked,
    address: (key) => `${url}/v1/${key}`,
    forget: () => asked.splice(0),
    list: async (key, query) => json<List>(await fetch(`${behind}/v1/${key}/posts?${query}`)),
    useUpLimit() {
      isUsedUp = true
    },
    async save(key, name, change) {
      const posts = join(folder, 'content', key, 'posts')
      const known = readdirSync(posts, { recursive: true, encoding: 'utf8' }).find((path) =>
        path.endsWith(name),
      )
      const path = join(posts, known ?? name)
      writeFileSync(path, change(known ? readFileSync(path, 'utf8') : ''))
      const before = await snapshot()
      await build()
      await expect.poll(snapshot).not.toBe(before)
    },
    async tell(key, address, secret) {
      const hooks = { GALLEY_HOOKS: `${key}=${address}`, GALLEY_HOOK_SECRET: secret }
      telling = galley(['serve', '--port', '0', '--quiet'], { ...env, ...hooks }, folder)
      await urlOf(telling)
    },
    async close() {
      if (telling) await endWith(telling, 'SIGTERM')
      await endWith(serving, 'SIGTERM')
      proxy.close()
      proxy.closeAllConnections()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function json<T>(response: Response): Promise<T> {
  return (await response.json()) as T
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  behind: string,
  onStatus: (status: number) => void,
): void {
  const { method, headers } = incoming
  const sent = request(`${behind}${incoming.url}`, { method: method!, headers }, (reply) => {
    onStatus(reply.statusCode!)
    outgoing.writeHead(reply.statusCode!, reply.headers)
    reply.pipe(outgoing)
  })
  sent.on('error', () => outgoing.destroy())
  sent.end()
}

/** A real blog if there is one, else 800 posts that are made up. */
function writeBig(folder: string): void {
  if (existsSync(corpus)) {
    cpSync(corpus, folder, { recursive: true })
    return
  }
  mkdirSync(join(folder, 'posts'), { recursive: true })
  writeFileSync(join(folder, 'workspace.yml'), 'name: Big\nurl: https://example.org/{slug}\n')
  for (let number = 0; number < 800; number++) {
    const date = new Date(Date.UTC(2024, 0, 1 + number)).toISOString()
    const text = `Paragraph of post ${number}, with words to fill it.\n\n`.repeat(20)
    const front = `title: Post ${number}\npublishedAt: ${date}\nauthors: [ada]\ncategory: news\ntags: [tag-${number % 9}]`
    writeFileSync(join(folder, 'posts', `post-${number}.md`), `---\n${front}\n---\n## Part\n\n${text}`)
  }
}
