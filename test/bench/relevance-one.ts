// A process in which one engine ranks a collection for each query, in both forms. Arguments: which engine, and an output
// folder. Prints `Ranked`.
import {
  type Measures,
  measuresOf,
  openCollection,
  type QueryForm,
  queryForms,
} from './relevance-collection.ts'
import { type RankerName, rankers } from './relevance-engines.ts'

export type Ranked = Record<QueryForm, Measures>

const [which, folder] = process.argv.slice(2)
const { texts, queries } = openCollection()!
const rank = await rankers[which as RankerName](texts, folder!)
const measures: Partial<Ranked> = {}
for (const form of queryForms) {
  const orders: number[][] = []
  for (const { query } of queries[form]) orders.push(await rank(query))
  measures[form] = measuresOf(queries[form], orders)
}
console.log(JSON.stringify(measures))
