// `npm run bench`: what Galley costs, as ratios within one run. `-- --only cold,import` measures only some sections;
// `--full` also builds 10,000 posts besides 1,000.
import { parseArgs } from 'node:util'
import { builds } from './build.ts'
import { cold } from './cold.ts'
import { collections } from './collections.ts'
import { colours } from './colours.ts'
import { core } from './core.ts'
import { load } from './costly.ts'
import { desk } from './desk.ts'
import { imports } from './import.ts'
import { limiter } from './limiter.ts'
import { listing } from './listing.ts'
import { type Material, makeMaterial } from './material.ts'
import { relevance } from './relevance.ts'
import { search } from './search.ts'
import { starts } from './start.ts'
import { header, line, type Row } from './table.ts'
import { typing } from './typing.ts'
import { warm } from './warm.ts'
import { manyWorkspaces } from './workspaces.ts'

const sections: Record<string, (material: Material, options: { full: boolean }) => AsyncGenerator<Row>> = {
  listing,
  core,
  warm,
  cold,
  search,
  relevance,
  build: builds,
  workspaces: manyWorkspaces,
  collections,
  typing,
  desk,
  colours,
  import: imports,
  start: starts,
  limiter,
  load,
}

const { values } = parseArgs({
  options: { only: { type: 'string' }, full: { type: 'boolean', default: false } },
})
const chosen = values.only?.split(',') ?? Object.keys(sections)
const unknown = chosen.filter((name) => !Object.hasOwn(sections, name))
if (unknown.length > 0) {
  console.error(
    `There is no section ${unknown.join(', ')}; the sections are ${Object.keys(sections).join(', ')}.`,
  )
  process.exit(2)
}

const material = makeMaterial()
process.once('exit', () => material.remove())
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
console.log(`Node ${process.version}. Ratios count; absolute figures drift with the machine.\n\n${header()}`)
for (const name of chosen) {
  for await (const row of sections[name]!(material, values)) console.log(line(row))
}
