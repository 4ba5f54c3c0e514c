// Whether the right results come first: in a public test collection, compared with other engines, and for real posts that
// are searched for by some of their words.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installCompetitors } from './competitors.ts'
import { type Material, real } from './material.ts'
import { measure, root, tsx } from './process.ts'
import { collectionFile, type Measures, type QueryForm, queryForms } from './relevance-collection.ts'
import { type RankerName, rankers } from './relevance-engines.ts'
import type { KnownItems } from './relevance-known.ts'
import type { Ranked } from './relevance-one.ts'
import { segmented } from './segmented.ts'
import type { Row } from './table.ts'

const targets: Partial<Record<RankerName, Record<QueryForm, number>>> = {
  galley: { sentence: 0.455, keywords: 0.41 },
  'galley with match=any': { sentence: 0.5, keywords: 0.455 },
}
const minKnown = 0.95

const script = (name: string) => join(root, 'test/bench', name)

export async function* relevance(material: Material): AsyncGenerator<Row> {
  if (existsSync(collectionFile)) yield* collection(material)
  else yield skipped('ndcg@10 of the CACM collection', collectionFile)
  const folder = join(real.content, real.workspace)
  if (existsSync(folder)) yield await knownItems(material)
  else yield skipped('known items', folder)
  yield* segmented()
}

function skipped(what: string, missing: string): Row {
  return { what, unit: 'share', note: `skipped: there is no ${missing}` }
}

async function* collection(material: Material): AsyncGenerator<Row> {
  installCompetitors()
  for (const which of Object.keys(rankers) as RankerName[]) {
    const folder = join(material.folder, `relevance-${which.replace(/\W+/g, '-')}`)
    const ranked = await measure<Ranked>(script('relevance-one.ts'), [which, folder], { node: tsx })
    for (const form of queryForms) {
      const least = targets[which]?.[form]
      yield {
        what: `${which}, CACM, ${form}, ndcg@10`,
        ...(least !== undefined && { target: { least } }),
        measured: ranked[form].ndcg,
        unit: 'share',
        note: noteOf(ranked[form]),
      }
    }
  }
}

function noteOf({ mrr, recall, nothing }: Measures): string {
  return `mrr ${mrr.toFixed(3)}, recall@100 ${recall.toFixed(3)}; nothing found for ${nothing}`
}

async function knownItems(material: Material): Promise<Row> {
  const args = [real.content, real.workspace, join(material.folder, 'known')]
  const { posts, right, misspelt } = await measure<KnownItems>(script('relevance-known.ts'), args, {
    node: tsx,
  })
  const of = ({ asked, found }: KnownItems['right']) => `${found} of ${asked}`
  return {
    what: 'known items, among the first five',
    target: { least: minKnown },
    measured: (right.found + misspelt.found) / (right.asked + misspelt.asked),
    unit: 'share',
    note: `of ${posts} posts, by three to five words: ${of(right)}; with one misspelling: ${of(misspelt)}`,
  }
}
