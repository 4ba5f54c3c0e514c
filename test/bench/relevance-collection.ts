// The CACM test collection, which is not part of the project: abstracts, queries in two forms, and which documents
// answer each; and measures of how well an engine ranks them.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './process.ts'
import type { Text } from './search-engines.ts'

export const collectionFile = join(root, '../shared/search-quality/cacm.json')

interface Collection {
  documents: { id: string; title: string; text: string }[]
  queries: { sentence: string; keywords: string; relevant: string[] }[]
}

export const queryForms = ['sentence', 'keywords'] as const
export type QueryForm = (typeof queryForms)[number]

export interface Asked {
  /** Letters and digits only: symbols have a meaning to some engines. */
  query: string
  /** Ids of the texts that answer it. */
  relevant: ReadonlySet<number>
}

/** Means over the queries. */
export interface Measures {
  ndcg: number
  mrr: number
  recall: number
  /** How many queries found nothing. */
  nothing: number
}

/** `undefined` if the collection is missing. */
export function openCollection(): { texts: Text[]; queries: Record<QueryForm, Asked[]> } | undefined {
  if (!existsSync(collectionFile)) return undefined
  const { documents, queries }: Collection = JSON.parse(readFileSync(collectionFile, 'utf8'))
  const places = new Map(documents.map(({ id }, place) => [String(id), place]))
  const asked = (form: QueryForm) =>
    queries.map((one): Asked => {
      return {
        query: one[form].replace(/[^\p{L}\p{N}]+/gu, ' ').trim(),
        relevant: new Set(one.relevant.map((id) => places.get(String(id))!)),
      }
    })
  return {
    texts: documents.map(({ title, text }, id) => ({ id, title, content: text })),
    queries: { sentence: asked('sentence'), keywords: asked('keywords') },
  }
}

/** How many of the best results are measured. */
export const depth = { ndcg: 10, recall: 100 } as const

/** @param orders the ids found for each query, best first */
export function measuresOf(queries: readonly Asked[], orders: readonly (readonly number[])[]): Measures {
  const mean = (measure: (relevant: ReadonlySet<number>, order: readonly number[]) => number) =>
    queries.reduce((sum, { relevant }, i) => sum + measure(relevant, orders[i]!), 0) / queries.length
  return {
    ndcg: mean(gain),
    mrr: mean((relevant, order) => 1 / (1 + indexOf(order, (id) => relevant.has(id)))),
    recall: mean((relevant, order) => {
      return order.slice(0, depth.recall).filter((id) => relevant.has(id)).length / relevant.size
    }),
    nothing: orders.filter(({ length }) => length === 0).length,
  }
}

function indexOf<T>(items: readonly T[], test: (item: T) => boolean): number {
  const place = items.findIndex(test)
  return place === -1 ? Number.POSITIVE_INFINITY : place
}

/** The gain discounted by rank, relative to that of an ideal order. */
function gain(relevant: ReadonlySet<number>, order: readonly number[]): number {
  const discounted = (isRelevant: (rank: number) => boolean) => {
    let sum = 0
    for (let rank = 1; rank <= depth.ndcg; rank++) if (isRelevant(rank)) sum += 1 / Math.log2(rank + 1)
    return sum
  }
  return discounted((rank) => relevant.has(order[rank - 1]!)) / discounted((rank) => rank <= relevant.size)
}
