// Asks a running server by the Model Context Protocol; each reply is checked against docs/openapi.yaml.
import { expect } from 'vitest'
import { complaintsAbout } from './validate.ts'

export interface McpAnswer {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  json: any
}

/** @param url of the route */
export async function post(
  url: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<McpAnswer> {
  const all = { 'content-type': 'application/json', ...headers }
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: all,
    redirect: 'manual',
  })
  const text = await response.text()
  const seen = { status: response.status, headers: Object.fromEntries(response.headers), text }
  expect(complaintsAbout('POST', new URL(url).pathname, seen), text).toEqual([])
  return { ...seen, json: text === '' ? undefined : JSON.parse(text) }
}

export const modern = '2026-07-28'

/** A request of the newest revision, or of an earlier one. */
export function call(
  url: string,
  method: string,
  params: Record<string, unknown> = {},
  revision = modern,
): Promise<McpAnswer> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const own = revision === modern ? { ...params, _meta: meta } : params
  const name = params.name ?? params.uri
  const headers = {
    'mcp-protocol-version': revision,
    ...(revision === modern && { 'mcp-method': method }),
    ...(revision === modern && typeof name === 'string' && { 'mcp-name': encoded(name) }),
  }
  return post(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: own }), headers)
}

/** As the specification has text in headers that is not plain. */
function encoded(text: string): string {
  return /^[!-~]*$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into it
export async function use(url: string, name: string, given: Record<string, unknown> = {}): Promise<any> {
  const { json } = await call(url, 'tools/call', { name, arguments: given })
  const { structuredContent, content, isError } = json.result
  if (isError) throw new Error(content[0].text)
  expect(JSON.parse(content[0].text)).toEqual(structuredContent)
  return structuredContent
}
