// A process that indexes synthetic posts. Arguments: which index, how many posts, and a file to save it to. Prints
// `Indexed`, or `Failed`; making the texts is not counted, saving is.
import { writeFileSync } from 'node:fs'
import { SealedFile } from '../../snapshot/format/sealed-file.ts'
import { BlockWriter } from '../../snapshot/search/blocks.ts'
import { termsOf } from '../../snapshot/search/terms.ts'
import { numbered, Vocabulary } from '../../snapshot/search/vocabulary.ts'
import { IndexWriter } from '../../snapshot/search/write.ts'
import { syntheticPost } from './posts.ts'
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
  const writer = new IndexWriter()
  const vocabulary = new Vocabulary()
  for (const { id, title, content } of texts) {
    writer.title.add(id, numbered(termsOf(title), vocabulary))
    writer.content.add(id, numbered(termsOf(content), vocabulary))
  }
  const blocks = (name: string) => new BlockWriter(new SealedFile(`${file}.${name}`))
  const files = { postings: blocks('postings'), positions: blocks('positions'), bits: blocks('bits') }
  writeFileSync(`${file}.terms`, writer.finish(vocabulary, files).terms)
  for (const open of Object.values(files)) open.close()
}
