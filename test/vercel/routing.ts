// What the platform is told to do with a request before the function sees it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Checks } from '../support/checks.ts'
import type { Deployment } from './deployment.ts'

interface RouteRule {
  handle?: string
  src?: string
  dest?: string
  status?: number
  headers?: Record<string, string>
}

export async function checkRouting({ check }: Checks, deployment: Deployment): Promise<void> {
  const config = JSON.parse(readFileSync(join(deployment.output, 'config.json'), 'utf8'))
  const settings = JSON.parse(readFileSync(join(deployment.function, '.vc-config.json'), 'utf8'))
  const routes: RouteRule[] = config.routes
  const files = routes.findIndex((route) => route.handle === 'filesystem')
  const before = beforeFiles(routes)

  await check('the function runs on a supported Node and starts in api/index.js', () => {
    assert.equal(settings.handler, 'api/index.js')
    assert.match(settings.runtime, /^nodejs(22|24)\.x$/)
  })
  await check('static files come first, then every path goes to the function', () => {
    assert.deepEqual(routes[files + 1], { src: '^(?:/(.*))$', dest: '/api', check: true })
  })
  await check('no path is redirected on the way, not even one that ends in index or .html', () => {
    assert.deepEqual(
      before.filter((route) => route.status !== undefined),
      [],
    )
  })
  await check('any origin may read openapi.json and media, and media is cached for good', () => {
    const media = headersFor(before, '/media/a.png')
    assert.equal(headersFor(before, '/openapi.json')['Access-Control-Allow-Origin'], '*')
    assert.equal(media['Access-Control-Allow-Origin'], '*')
    assert.equal(media['Cache-Control'], 'public, max-age=31536000, immutable')
    assert.deepEqual(headersFor(before, '/v1/small/posts'), {})
  })
  await check('pages may load and run only what is beside them, however they are asked for', () => {
    for (const path of ['/docs', '/docs/', '/docs/index.html', '/docs/main.js', '/docs/desk/']) {
      assert.match(
        headersFor(before, path)['Content-Security-Policy'] ?? '',
        /^default-src 'none'; script-src 'self'; /,
      )
    }
  })
}

/** The headers of a published file, as the platform was told. */
export function publishedHeaders({ output }: Deployment): (path: string) => Record<string, string> {
  const before = beforeFiles(JSON.parse(readFileSync(join(output, 'config.json'), 'utf8')).routes)
  return (path) => headersFor(before, path)
}

function beforeFiles(routes: RouteRule[]): RouteRule[] {
  return routes.slice(
    0,
    routes.findIndex((route) => route.handle === 'filesystem'),
  )
}

function headersFor(routes: RouteRule[], path: string): Record<string, string> {
  const matching = routes.filter(({ src }) => src !== undefined && new RegExp(src).test(path))
  return Object.assign({}, ...matching.map((route) => route.headers))
}
