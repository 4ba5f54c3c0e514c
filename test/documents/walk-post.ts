// A build in a process of its own that reports what it runs through. Arguments: the folder of content, and where
// snapshots go. Prints the functions entered, by file, as JSON.
import { join } from 'node:path'
import { build } from '../../build/index.ts'
import { coverage } from './coverage.ts'

const [content = '', root = ''] = process.argv.slice(2)
const entered = await coverage(['build', 'packages', 'snapshot'])
const files = await entered(async () => {
  // On a slow machine, the first post of a process may take so long that another process compiles it.
  for (const out of [join(root, 'cold'), join(root, 'warm')]) {
    const options = { content, out, env: {}, drafts: false, strict: true, baseUrl: 'http://127.0.0.1:3000' }
    const { written, problems } = await build(options)
    if (!written) throw new Error(JSON.stringify(problems))
  }
})
console.log(JSON.stringify(files))
