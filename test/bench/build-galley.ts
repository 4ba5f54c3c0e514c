// A process that builds a content folder with Galley; run with the folder and one for the result. Prints how long it took
// from the end of the imports on.
import { build } from '../../build/index.ts'
import { stopwatch } from './stopwatch.ts'

const [content, out] = process.argv.slice(2)
const sinceStart = stopwatch()
const { problems } = await build({ content: content!, out: out!, drafts: false, strict: true, env: {} })
if (problems.length > 0) throw new Error(problems[0]!.message)
console.log(JSON.stringify(sinceStart()))
