// Writes the snapshot of the real posts; run with the folder of content and one for the result.
import { build } from '../../build/index.ts'

const [content, out] = process.argv.slice(2)
const { written } = await build({ content: content!, out: out!, drafts: false, strict: false, env: {} })
if (!written) throw new Error(`${content} has mistakes`)
