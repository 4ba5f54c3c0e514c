// GET /v1/{key}: what a workspace says about itself, and how much there is in it; GET …/code.css: the colours of its code;
// GET …/openapi.json: how its replies are typed.

import { hashOf } from '../../../snapshot/format/format.ts'
import { homeOf } from '../feeds/site.ts'
import { headOf, jsonBody, type Reply, redirect, replyWith } from '../http/reply.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import * as parameter from '../listing/query.ts'
import { readQuery } from '../listing/query.ts'
import type { Workspace } from '../wire.ts'

const parameters = { include: parameter.include(['fields', 'collections']) }

export function aboutWorkspace(exchange: WorkspaceExchange): Promise<Reply> {
  const { edition, path } = exchange
  const { include } = readQuery(exchange, parameters)
  const { workspace, categories, tags, authors, series, first } = edition
  const { site } = workspace
  const value: Workspace = {
    // A workspace may have several.
    key: decodeURIComponent(path.slice('/v1/'.length)),
    name: site.name,
    url: site.url === null ? null : homeOf(site.url),
    language: site.language,
    description: site.description,
    counts: {
      posts: workspace.posts - first,
      categories: categories.length,
      tags: tags.length,
      authors: authors.length,
      ...(series.length > 0 && { series: series.length }),
    },
    ...(include?.includes('fields') && { fields: workspace.fields ?? [] }),
    ...(include?.includes('collections') && { collections: workspace.collections ?? [] }),
  }
  const head = headOf({ id: 'workspace', key: edition.key }, JSON.stringify(value))
  return replyWith(exchange, head, () => jsonBody({ workspace: value }))
}

export function codeStyle(exchange: WorkspaceExchange): Promise<Reply> {
  readQuery(exchange, {})
  const { code = '' } = exchange.edition.workspace.site
  const head = headOf({ id: 'code', key: exchange.edition.key }, code)
  head.content = { 'Content-Type': 'text/css; charset=utf-8' }
  return replyWith(exchange, head, () => [Buffer.from(code)])
}

/** Leads to the document of all workspaces if this one has no fields of its own. */
export function ownOpenapi(exchange: WorkspaceExchange): Reply | Promise<Reply> {
  readQuery(exchange, {})
  const document = exchange.edition.workspace.openapi()
  if (!document) return redirect(302, '/openapi.json', exchange.headers)
  const head = headOf({ id: 'openapi', key: exchange.edition.workspace.hash }, hashOf(document))
  return replyWith(exchange, head, () => [document])
}
