// What the importers of exports have in common: no folder of files, and no template tags.
import { decoded } from '../../../snapshot/format/address.ts'
import { displayable } from '../frontmatter/languages.ts'
import type { Generator } from '../generators/generator.ts'
import type { SourceData, SourcePost, SourceSite } from '../source.ts'
import { SourceTree } from '../tree.ts'

/** More would not fit into a text of JavaScript. */
export const MAX_EXPORT_BYTES = 400 * 1024 * 1024

export function exportOf(name: string, title: string): Generator {
  return {
    name,
    title,
    markers: [],
    config: [],
    content: () => [],
    statics: [],
    dialect: 'none',
    addresses: () => [],
  }
}

export function exportedSite(facts: Partial<SourceSite>): SourceSite {
  return {
    tree: new SourceTree('', '', []),
    config: {},
    title: undefined,
    url: undefined,
    language: undefined,
    timezone: undefined,
    author: undefined,
    authors: {},
    ...facts,
  }
}

/** A post of an export in HTML. `address` is its path on the site. */
export function exportedPost(slug: string, address: string, data: SourceData, body: string): SourcePost {
  const name = decoded(slug).replace(/[\\/]/g, '-') || 'post'
  return {
    path: `${name}.html`,
    within: `${name}.html`,
    collection: 'posts',
    data,
    body,
    text: 'html',
    addresses: [address],
    notes: [],
  }
}

/** Text of an export, or `undefined` for what is none. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? displayable(value) : undefined
}
