// What a request asks for, as metrics and logs name it: one of few values, whatever clients send. Never a key, a slug or a query.
import { pathOf, targetOf } from '../../api/_app/http/request.ts'
import { endpointOf, type Route } from '../../api/_app/routes/router.ts'
import { servedSnapshot } from '../../api/_app/routes/service.ts'
import type { Snapshots } from '../../snapshot/read/snapshots.ts'

export interface Asked {
  /** The workspace's folder; `undefined` if there is none with the key. */
  workspace: string | undefined
  /** A path of docs/openapi.yaml, `/docs`, or `other`. Older paths have the name of those that they lead to. */
  route: string
}

/** @param url as it stands in the request line */
export function askedBy(url: string, snapshots: Snapshots): Asked {
  const path = pathOf(targetOf(url))
  const endpoint = endpointOf(path)
  switch (endpoint.kind) {
    case 'root':
      return { workspace: undefined, route: '/' }
    case 'status':
      return { workspace: undefined, route: '/status' }
    case 'static':
      return { workspace: undefined, route: fileRoute(path) }
    default: {
      const { key, route } = endpoint
      const workspace = servedSnapshot(snapshots)?.folders.get(key)
      return { workspace, route: route === undefined ? 'other' : `/v1/{workspace_key}${nameOf(route)}` }
    }
  }
}

function nameOf({ word, name, feed }: Route): string {
  if (word === '') return ''
  const isMarkdown = /^posts?$/.test(word) && name?.endsWith('.md')
  return `/${word}${name === undefined ? '' : '/{slug}'}${isMarkdown ? '.md' : ''}${feed === undefined ? '' : '/{feed}'}`
}

function fileRoute(path: string): string {
  if (path === '/openapi.json') return path
  const [, folder] = /^\/(media|docs)(?:\/|$)/.exec(path) ?? []
  return folder === 'media' ? '/media/{name}' : folder === 'docs' ? '/docs' : 'other'
}
