// What the workspace says about itself: workspace.yml.
import { createClient } from 'galley-client'
import { baseUrl, key } from './api'

export const site = await createClient({ baseUrl, key }).workspace({ include: ['collections'] })

/** Tells whether the workspace declares a collection. */
export function has(collection: string): boolean {
  return site.collections.some(({ name }) => name === collection)
}
