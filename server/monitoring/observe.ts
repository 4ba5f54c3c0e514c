// Reports what each request asked for and how it ended. This is taken from the response, so the code that answers does not know of it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pathOf, targetOf } from '../../api/_app/http/request.ts'
import { isFeedName } from '../../api/_app/routes/feeds.ts'
import { endpointOf, type Route } from '../../api/_app/routes/router.ts'
import { servedSnapshot } from '../../api/_app/routes/service.ts'
import type { Snapshots } from '../../snapshot/read/snapshots.ts'

/** The request in one of few values, whatever clients send: never a key, a slug or a query. */
interface Asked {
  /** The workspace's folder; `undefined` if there is none with the key. */
  workspace: string | undefined
  /** A path of docs/openapi.yaml, `/docs`, or `other`. Older paths have the name of those that they lead to. */
  route: string
}

export interface Answered extends Asked {
  /** `undefined` if the client had gone before there was a reply. */
  status: number | undefined
  /** The bytes of the reply with its headers, as far as it was sent. */
  bytes: number
  /** The time from the moment that the request's turn came on its connection to the last byte. */
  seconds: number
}

/** Called when the answering of a request begins. */
export type Observe = (request: IncomingMessage, response: ServerResponse) => void

export function observeEach(snapshots: Snapshots, watchers: ((answered: Answered) => void)[]): Observe {
  return ({ url = '/', socket }, response) => {
    const began = performance.now()
    const asked = askedBy(url, snapshots)
    const bytesBefore = socket.bytesWritten
    let bytes: number | undefined
    // The next request of the connection begins with this event, and has written nothing yet.
    response.once('finish', () => {
      bytes = socket.bytesWritten - bytesBefore
    })
    response.once('close', () => {
      const status = response.headersSent ? response.statusCode : undefined
      const seconds = (performance.now() - began) / 1_000
      bytes ??= socket.bytesWritten - bytesBefore
      for (const watch of watchers) watch({ ...asked, status, bytes, seconds })
    })
  }
}

/** @param url as it stands in the request line */
function askedBy(url: string, snapshots: Snapshots): Asked {
  const path = pathOf(targetOf(url))
  const endpoint = endpointOf(path)
  if (endpoint.kind !== 'workspace') {
    const routes = { root: '/', status: '/status', shared: '/shared', static: fileRoute(path) }
    return { workspace: undefined, route: routes[endpoint.kind] }
  }
  const { key, route } = endpoint
  const workspace = servedSnapshot(snapshots)?.folders.get(key)
  return { workspace, route: route === undefined ? 'other' : `/v1/{workspace_key}${nameOf(route)}` }
}

function nameOf({ word, collection, name, feed }: Route): string {
  if (word === '') return ''
  const isMarkdown = /^(?:posts?|entries)$/.test(word) && name?.endsWith('.md')
  const ofEntries = name !== undefined && isFeedName(name) ? `/${name}` : '/{path}'
  const one = collection === undefined ? '/{slug}' : ofEntries
  return `/${word}${collection === undefined ? '' : '/{collection}'}${name === undefined ? '' : one}${isMarkdown ? '.md' : ''}${feed === undefined ? '' : '/{feed}'}`
}

function fileRoute(path: string): string {
  if (path === '/openapi.json') return path
  const [, folder] = /^\/(media|docs)(?:\/|$)/.exec(path) ?? []
  return folder === 'media' ? '/media/{name}' : folder === 'docs' ? '/docs' : 'other'
}
