// A process that builds a content folder with Galley; run with the folder and one for the result. Prints milliseconds
// from the end of the imports.
import { build } from '../../build/index.ts'

const [content, out] = process.argv.slice(2)
const started = performance.now()
const { problems } = await build({ content: content!, out: out!, drafts: false, strict: true, env: {} })
if (problems.length > 0) throw new Error(problems[0]!.message)
console.log(performance.now() - started)
