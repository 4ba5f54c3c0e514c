// GET …/categories, …/tags, …/authors, …/series, and a single one by slug or id. An edition holds these lists as values.

import { inTurns } from '../../../packages/search/basics/pause.ts'
import { HttpError } from '../http/error.ts'
import { headOf, jsonBody, replyWith } from '../http/reply.ts'
import type { Edition } from '../listing/edition.ts'
import type { RouteHandler } from '../listing/exchange.ts'
import * as parameter from '../listing/query.ts'
import { readQuery } from '../listing/query.ts'
import { linkHeader, pageOf } from './page.ts'

export type GroupResource = 'categories' | 'tags' | 'authors' | 'series'
type Group = Edition[GroupResource][number]

/** The differences between the lists: the singular, and the fields in reply order. */
const groups = {
  categories: { one: 'category', fields: ['id', 'name', 'slug', 'description', 'count'] },
  tags: { one: 'tag', fields: ['id', 'name', 'slug', 'description', 'count'] },
  authors: { one: 'author', fields: ['id', 'name', 'slug', 'image', 'bio', 'role', 'socials', 'count'] },
  series: { one: 'series', fields: ['id', 'name', 'slug', 'description', 'complete', 'count'] },
} as const

/** Groups represented before others get a turn, and the length of one, about. */
const groupsAtOnce = 500
const bytesPerGroup = 200

/** A blog that asks for its tags wants all of them. */
const defaultLimit = 'all'

export function listGroups(resource: GroupResource): RouteHandler {
  const parameters = {
    limit: parameter.limit,
    page: parameter.page(defaultLimit),
    select: parameter.select(groups[resource].fields),
  }
  return async (exchange) => {
    const { edition, path, query, turn } = exchange
    const { limit = defaultLimit, page: number = 1, select } = readQuery(exchange, parameters)
    const list = edition[resource]
    const { from, to, pagination } = pageOf(list.length, limit, number)
    const identity = JSON.stringify([resource, limit === 'all' ? limit : [limit, number], select])
    const head = headOf(edition, identity, linkHeader(path, query, limit, pagination))
    return replyWith(exchange, head, async () => {
      await turn.expect((to - from) * bytesPerGroup)
      const items: string[] = []
      await inTurns(turn, to - from, groupsAtOnce, (start, end) => {
        for (const group of list.slice(from + start, from + end)) {
          items.push(JSON.stringify(selectFields(group, select)))
        }
      })
      const rest = JSON.stringify({ pagination }).slice(1)
      return [Buffer.from(`{"${resource}":[${items.join()}],${rest}`)]
    })
  }
}

export function singleGroup(resource: GroupResource): RouteHandler {
  const parameters = { select: parameter.select(groups[resource].fields) }
  return (exchange) => {
    const { edition, name } = exchange
    const { select } = readQuery(exchange, parameters)
    const group = findGroup(edition, resource, name)
    const { one } = groups[resource]
    const head = headOf(edition, JSON.stringify([one, group.slug, select]))
    return replyWith(exchange, head, () => jsonBody({ [one]: selectFields(group, select) }))
  }
}

/**
 * @param name slug or id; a slug wins
 * @throws {HttpError} 404
 */
export function findGroup(edition: Edition, resource: GroupResource, name: string): Group {
  const list: readonly Group[] = edition[resource]
  const found = list.find(({ slug }) => slug === name) ?? list.find(({ id }) => id === name)
  if (found) return found
  const { one } = groups[resource]
  const label = `${one[0]!.toUpperCase()}${one.slice(1)} not found`
  const message = `There is no ${one} with this slug or id; ask for one listed under ${resource}.`
  throw new HttpError(404, label, message)
}

/** @param select fields to keep, in reply order; `undefined` keeps all */
function selectFields(group: Group, select: readonly string[] | undefined): Partial<Group> {
  if (select === undefined) return group
  return Object.fromEntries(select.map((field) => [field, group[field as keyof Group]]))
}
