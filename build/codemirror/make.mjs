// Makes docs/desk/edit/codemirror.js, the editor of the writing desk, as one file that a browser loads as it is:
//   npm ci --ignore-scripts --prefix build/codemirror && npm run make --prefix build/codemirror
// Nothing else needs these packages: neither a build, nor the tests, which only compare what the file says of itself.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { minify } from 'terser'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const OUT = fileURLToPath(new URL('../../docs/desk/edit/codemirror.js', import.meta.url))

const { outputFiles, metafile } = await build({
  absWorkingDir: HERE,
  entryPoints: ['exports.mjs'],
  bundle: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'none',
  metafile: true,
  write: false,
})
const { code = '' } = await minify(outputFiles[0].text, { module: true, compress: { passes: 3, ecma: 2020 } })

const [output] = Object.values(metafile.outputs)
const used = Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
const folders = used.flatMap(([path]) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [])
/** @type {Map<string, string[]>} by the text of their licence */
const licences = new Map()
for (const folder of [...new Set(folders)].sort()) {
  const { name, version } = JSON.parse(readFileSync(`${HERE}${folder}/package.json`, 'utf8'))
  const text = readFileSync(`${HERE}${folder}/LICENSE`, 'utf8').trim()
  licences.set(text, [...(licences.get(text) ?? []), `${name} ${version}`])
}

const notices = [...licences].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`)
const head = `// @ts-nocheck: this file is made by build/codemirror/make.mjs, and not edited.
/*!
lock ${hash(readFileSync(`${HERE}package-lock.json`))}
code ${hash(code)}

${notices.join('\n')}*/
`
writeFileSync(OUT, `${head}${code}\n`)

/** @param {string | Buffer} bytes */
function hash(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}
