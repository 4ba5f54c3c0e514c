import { listPosts } from '../generated/own-orval.ts'
import type { OwnOutcome } from './outcome.ts'
import { ownOutcome } from './own-outcome.ts'

/** Its functions have the address of the API built in, as it was when they were made. */
export default async function use(baseUrl: string): Promise<OwnOutcome> {
  const { fetch } = globalThis
  globalThis.fetch = (address, init) =>
    fetch(String(address).replace('https://api.example.org', baseUrl), init)
  try {
    const all = await listPosts('own', { include: ['url', 'fields.next'] })
    const found = await listPosts('own', {
      'fields.level': ['easy'],
      'fields.minutes.lte': 5,
      'fields.place': ['Kiel'],
      'fields.at.gte': '2026-05-31',
      'fields.next': ['b', 'c'],
      'fields.seen.exists': true,
      'fields.venue.city.not': ['Oslo'],
      facets: ['fields.level', 'fields.next'],
    })
    if (all.status !== 200 || found.status !== 200) throw new Error('another status')
    return ownOutcome(all.data.posts, found.data.posts, { ...found.data.facets })
  } finally {
    globalThis.fetch = fetch
  }
}
