// GET …/categories, …/tags, …/authors, and one of each by slug or id.
import type { Content } from '../http/content.ts'
import { jsonBody } from '../http/reply.ts'
import { findGroup, type GroupResource, groups, selectFields } from '../listing/group.ts'
import { linkHeader, pageOf } from '../listing/page.ts'
import * as parameter from '../listing/parameters.ts'
import { readQuery } from '../listing/query.ts'
import { type RouteHandler, requireSnapshot } from './route.ts'

/** A blog that asks for its tags wants its tags. */
const defaultLimit = 'all'

export function listGroups(resource: GroupResource): RouteHandler {
  const parameters = {
    limit: parameter.limit,
    page: parameter.page(defaultLimit),
    select: parameter.select(groups[resource].fields),
    snapshot: parameter.snapshot,
  }
  return ({ edition, path, query }): Content => {
    const { limit = defaultLimit, page: number = 1, select, snapshot } = readQuery(query, parameters)
    requireSnapshot(edition, snapshot)
    const list = edition[resource]
    const { from, to, pagination } = pageOf(list.length, limit, number)
    return {
      identity: JSON.stringify([resource, limit === 'all' ? limit : [limit, number], select]),
      headers: linkHeader(path, query, limit, pagination),
      body: () => {
        const items = list.slice(from, to).map((group) => selectFields(group, select))
        return jsonBody({ [resource]: items, pagination })
      },
    }
  }
}

export function singleGroup(resource: GroupResource): RouteHandler {
  const parameters = { select: parameter.select(groups[resource].fields), snapshot: parameter.snapshot }
  return ({ edition, name, query }): Content => {
    const { select, snapshot } = readQuery(query, parameters)
    requireSnapshot(edition, snapshot)
    const group = findGroup(edition, resource, name)
    return {
      identity: JSON.stringify([groups[resource].one, group.slug, select]),
      headers: {},
      body: () => jsonBody({ [groups[resource].one]: selectFields(group, select) }),
    }
  }
}
