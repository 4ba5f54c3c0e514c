// One table of requests for both ways to the app: every route, every parameter, every kind of error and method.
import { targets } from './targets.ts'
import type { RawRequest } from './wire.ts'

const shortened = (target: string) => (target.length > 80 ? `${target.slice(0, 80)}…` : target)

/** What some requests need to know from an earlier answer. */
export interface Known {
  etag: string
  snapshot: string
  postId: string
}

export function requests(known: Known): RawRequest[] {
  const plain = Object.entries(targets).flatMap(([about, list]) =>
    list.map((target) => ({ name: `${about} ${shortened(target)}`, target })),
  )
  return [...plain, ...identified(known), ...conditional(known), ...otherMethods, ...messages, ...streams]
}

/** What agents send. */
const messages: RawRequest[] = [
  { method: 'initialize', params: { protocolVersion: '2025-06-18' } },
  ...['tools/list', 'resources/list', 'resources/templates/list', 'ping', 'nothing'].map((method) => ({
    method,
  })),
  ...[
    { name: 'search', arguments: { query: 'naive' } },
    { name: 'fetch', arguments: { id: 'entry-7' } },
    { name: 'fetch', arguments: { id: 'none' } },
    { name: 'list_topics' },
  ].map((params) => ({ method: 'tools/call', params })),
].map((message) => ({
  name: `a message: ${shortened(JSON.stringify(message))}`,
  target: '/v1/small/mcp',
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
}))

const identified = ({ snapshot, postId }: Known): RawRequest[] => [
  { name: 'a post by its id', target: `/v1/small/post/${postId}` },
  { name: 'a list pinned to its snapshot', target: `/v1/small/posts?snapshot=${snapshot}` },
  { name: 'a post pinned to its snapshot', target: `/v1/small/post/entry-2?snapshot=${snapshot}` },
]

function conditional({ etag }: Known): RawRequest[] {
  const target = '/v1/small/posts'
  const matched = [etag, `W/${etag}`, `"other", ${etag}`, '*', '"other"', 'garbage', ''].map((value) => ({
    name: `If-None-Match ${value}`,
    target,
    headers: { 'If-None-Match': value },
  }))
  const preflight = { Origin: 'https://a.example', 'Access-Control-Request-Method': 'GET' }
  return [
    ...matched,
    { name: 'HEAD If-None-Match', method: 'HEAD', target, headers: { 'If-None-Match': etag } },
    { name: 'If-None-Match on an error', target: '/v1/small/post/none', headers: { 'If-None-Match': '*' } },
    { name: 'Authorization', target, headers: { Authorization: 'Bearer x' } },
    { name: 'Range', target, headers: { Range: 'bytes=0-9' } },
    { name: 'Origin', target, headers: { Origin: 'https://site.example' } },
    { name: 'a preflight', method: 'OPTIONS', target, headers: preflight },
  ]
}

const paths = [
  ...['/v1/small/posts', '/v1/small/post/none', '/v1/unknown/posts', '/small/posts'],
  ...['/', '/status', '/shared'],
]

const otherMethods: RawRequest[] = [
  ...['HEAD', 'OPTIONS'].flatMap((method) =>
    [...paths, '/v1/large/posts?limit=all'].map((target) => ({
      name: `${method} ${target}`,
      method,
      target,
    })),
  ),
  ...['POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) =>
    paths.map((target) => ({ name: `${method} ${target}`, method, target, body: '{"a":1}' })),
  ),
]

const streams: RawRequest[] = [
  { name: 'every post', target: '/v1/large/posts?limit=all' },
  { name: 'every post as markdown', target: '/v1/large/posts?limit=all&order=asc&format=markdown' },
  { name: 'some fields of every post', target: '/v1/large/posts?limit=all&select=id,slug,title' },
  { name: 'a search with every hit', target: '/v1/large/posts?limit=all&query=paragraph' },
  { name: 'a page of 300', target: '/v1/large/posts?limit=300' },
]
