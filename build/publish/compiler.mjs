// A process that answers what a new instance of the function is asked for first, and keeps what V8 has compiled for that.
// Run with the folder of the function, that of the data, and targets.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, data, ...targets] = process.argv.slice(2)
const { createFunction, compiledCode } = await import(pathToFileURL(join(folder, 'start.js')).href)
const handle = createFunction({ data: pathToFileURL(`${data}/`) })
for (const url of targets) {
  for (const headers of [{}, { 'accept-encoding': 'gzip' }]) {
    await handle({ method: 'GET', url, headers }, { writeHead() {}, end() {}, once() {}, off() {} })
  }
}
writeFileSync(join(folder, 'index.cache'), compiledCode())
process.exit()
