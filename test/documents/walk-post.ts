// A build in a process of its own that reports what it runs through. Arguments: the folder of content, and where the
// snapshot goes. Prints the functions entered, by file, as JSON.
import { build } from '../../build/index.ts'
import { coverage } from './coverage.ts'

const [content = '', out = ''] = process.argv.slice(2)
const entered = await coverage(['build', 'snapshot'])
const files = await entered(async () => {
  const options = { content, out, env: {}, drafts: false, strict: true, baseUrl: 'http://127.0.0.1:3000' }
  const { written, problems } = await build(options)
  if (!written) throw new Error(JSON.stringify(problems))
})
console.log(JSON.stringify(files))
