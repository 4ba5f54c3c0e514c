// Pages: which places of a list a request asks for, and what the reply says about its neighbours.
import { HttpError } from '../http/error.ts'
import type { Limit } from './parameters.ts'

export interface Pagination {
  limit: number
  currentPage: number
  previousPage: number | null
  nextPage: number | null
  totalPages: number
  totalItems: number
}

/** Places `from` up to but without `to` of the list, counted from 0. */
export interface Page {
  from: number
  to: number
  pagination: Pagination
}

/**
 * @param page counted from 1; not looked at when `limit` is `all`
 * @throws {HttpError} 400 when there is no such page; the first page of an empty list exists
 */
export function pageOf(totalItems: number, limit: Limit, page: number): Page {
  if (limit === 'all') {
    const totalPages = totalItems === 0 ? 0 : 1
    return { from: 0, to: totalItems, pagination: pagination(totalItems, 1, totalPages, totalItems) }
  }
  const totalPages = Math.ceil(totalItems / limit)
  if (page > totalPages && page > 1) throw noSuchPage(page, totalPages)
  const from = (page - 1) * limit
  return {
    from,
    to: Math.min(from + limit, totalItems),
    pagination: pagination(limit, page, totalPages, totalItems),
  }
}

function pagination(limit: number, page: number, totalPages: number, totalItems: number): Pagination {
  return {
    limit,
    currentPage: page,
    previousPage: page > 1 ? page - 1 : null,
    nextPage: page < totalPages ? page + 1 : null,
    totalPages,
    totalItems,
  }
}

function noSuchPage(requestedPage: number, totalPages: number): HttpError {
  const message = `There are ${totalPages} pages; ask for a page from 1 to ${Math.max(1, totalPages)}.`
  const error = `Page ${requestedPage} does not exist.`
  return new HttpError(400, 'Invalid page number', message, { message: error, totalPages, requestedPage })
}

/** Clients commonly refuse a response whose headers have more than 16 KB. */
const maxLinkHeader = 8_192

/**
 * RFC 8288 links to the neighbouring pages, path-absolute, all parameters kept. None for an empty list or with
 * `limit=all`, or where repeating a very long query four times would make a header that clients refuse.
 * @param query the query string of the request
 */
export function linkHeader(
  path: string,
  query: string,
  limit: Limit,
  pagination: Pagination,
): Record<string, string> {
  if (limit === 'all' || pagination.totalItems === 0) return {}
  const parameters = new URLSearchParams(query)
  const targets = {
    first: 1,
    prev: pagination.previousPage,
    next: pagination.nextPage,
    last: pagination.totalPages,
  }
  const links = Object.entries(targets).flatMap(([relation, page]) => {
    if (page === null) return []
    parameters.set('page', String(page))
    return [`<${path}?${parameters}>; rel="${relation}"`]
  })
  const value = links.join(', ')
  return value.length > maxLinkHeader ? {} : { Link: value }
}
