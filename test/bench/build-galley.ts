// A process that builds a content folder with Galley; run with the folder and one for the result, and one for what later builds
// use. Prints how long it took from the end of the imports on, and the most memory that the process had.

import { build } from '../../build/index.ts'
import { Memo } from '../../build/memo/memo.ts'
import { stopwatch } from './stopwatch.ts'

const [content, out, folder] = process.argv.slice(2)
const sinceStart = stopwatch()
const cache = folder === undefined ? undefined : new Memo(folder)
const options = { content: content!, out: out!, drafts: false, strict: false, env: {} }
const { problems } = await build({ ...options, ...(cache && { memo: cache }) })
const error = problems.find(({ severity }) => severity === 'error')
if (error) throw new Error(error.message)
console.log(JSON.stringify({ ...sinceStart(), megabytes: process.resourceUsage().maxRSS / 1_024 }))
