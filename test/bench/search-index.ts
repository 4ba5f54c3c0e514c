// A process that indexes synthetic posts. Arguments: which index, how many posts, and a file to save it to. Prints
// `Indexed`, or `Failed`; making the texts is not counted, saving is.

import { mkdirSync, writeFileSync } from 'node:fs'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { writeSearch } from '../../packages/search/index.ts'
import { SealedFiles } from '../../snapshot/write/files.ts'
import { wordsOf } from '../../snapshot/write/words.ts'
import { syntheticPost, syntheticWorkspace } from './posts.ts'
import type { Failed } from './process.ts'
import { prose } from './prose.ts'
import { type EngineName, engines, type Text } from './search-engines.ts'
import { seeded } from './words.ts'

export interface Indexed {
  milliseconds: number
  /** Peak of the whole process, in MB. */
  memory: number
}

const [which, count, file] = process.argv.slice(2)
const texts = Array.from({ length: Number(count) }, (_, id): Text => {
  return { id, title: syntheticPost(id).meta.title, content: prose(seeded(-1 - id), 6_400).text }
})
try {
  const began = performance.now()
  await (which === 'galley' ? ours(file!) : other(which as EngineName, file!))
  const milliseconds = performance.now() - began
  console.log(
    JSON.stringify({ milliseconds, memory: process.resourceUsage().maxRSS / 1e3 } satisfies Indexed),
  )
} catch (error) {
  console.log(JSON.stringify({ failed: String(error) } satisfies Failed))
}

async function other(engine: EngineName, file: string): Promise<void> {
  writeFileSync(file, await engines[engine].index(texts))
}

function ours(file: string): void {
  const { posts, ...workspace } = syntheticWorkspace('demo', texts.length)
  const made = posts.map((post, id) => {
    const { title, content } = texts[id]!
    return { ...post, terms: { title: termsOf(title), content: termsOf(content) } }
  })
  mkdirSync(file)
  writeSearch(new SealedFiles(file), 'demo', wordsOf({ ...workspace, posts: made }), workspace.stemmers)
}
