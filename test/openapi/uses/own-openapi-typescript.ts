import createClient from 'openapi-fetch'
import type { paths } from '../generated/own-openapi-typescript.ts'
import type { OwnOutcome } from './outcome.ts'
import { ownOutcome } from './own-outcome.ts'

export default async function use(baseUrl: string): Promise<OwnOutcome> {
  const client = createClient<paths>({ baseUrl })
  const path = { workspace_key: 'own' }
  const list = (query: paths['/v1/{workspace_key}/posts']['get']['parameters']['query']) =>
    client.GET('/v1/{workspace_key}/posts', { params: { path, query } })
  const all = await list({ include: ['url', 'fields.next'] })
  const found = await list({
    'fields.level': ['easy'],
    'fields.minutes.lte': 5,
    'fields.place': ['Kiel', 'Washington, DC'],
    'fields.at.gte': '2026-05-31',
    'fields.next': ['b', 'c'],
    'fields.seen.exists': true,
    'fields.venue.city.not': ['Oslo'],
    facets: ['fields.level', 'fields.next'],
  })
  const facets = found.data!.facets
  return ownOutcome(all.data!.posts, found.data!.posts, { ...facets })
}
