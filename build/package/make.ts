// Makes `dist/package`, and the package.json that is packed. `npm pack` runs it before it packs, and restore.mjs afterwards.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deskFiles, referenceFiles } from '../../snapshot/format/pages.ts'
import { bundle as bundleCode, bundleFunction } from '../publish/function.ts'
import { documents } from '../publish/static-pages.ts'
import { bundleWorker } from '../publish/worker.ts'
// An earlier run may have been interrupted.
import './restore.mjs'
import { bundle } from './bundle.ts'
import { ownManifest, type PackageFields, packedManifest } from './manifest.ts'
import { bundlePackages } from './packages.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const OUT = join(ROOT, 'dist/package')
const FETCH = 'api/_app/fetch.ts'
/** The folder of types, which `tsc -p build/package` writes. */
const TYPES = join(OUT, 'types')

const SHIPPED = [
  'vercel.json',
  'docs/openapi.yaml',
  'docs/api.md',
  'bin/commands/help',
  'bin/init/project.yml',
  'bin/init/sveltia/forms.yml',
  'bin/init/sveltia/index.html',
  'build/publish/wrangler.json',
  ...referenceFiles.map((name) => `docs/reference/${name}`),
  ...deskFiles.map((name) => `docs/desk/${name}`),
  'docs/desk/edit',
]

for (const name of readdirSync(OUT)) {
  if (name !== 'types') rmSync(join(OUT, name), { recursive: true })
}
const bundles = await Promise.all([bundle(ROOT, OUT), bundlePackages(ROOT, OUT)])
for (const { path, contents } of bundles.flat()) write(path, contents)
await bundleFunction(join(OUT, 'function/index.js'))
await bundleCode({ entryPoints: [FETCH], outfile: join(OUT, 'fetch/index.js'), format: 'esm' })
await bundleWorker(join(OUT, 'worker/index.js'))
// The files of types that users see: they import nothing of ours.
for (const name of ['function', 'fetch'])
  cpSync(join(TYPES, `api/_app/${name}.d.ts`), join(OUT, name, 'index.d.ts'))
rmSync(TYPES, { recursive: true })
for (const name of SHIPPED) cpSync(join(ROOT, name), join(OUT, name), { recursive: true })
for (const [name, { source, from }] of Object.entries(documents)) {
  write(join(OUT, 'docs', name), from(readFileSync(join(ROOT, 'docs', source), 'utf8')))
}

const original = readFileSync(join(ROOT, 'package.json'), 'utf8')
const manifest: PackageFields = JSON.parse(original)
write(join(OUT, 'package.json'), jsonOf(ownManifest(manifest)))
write(join(OUT, 'original.json'), original)
write(join(ROOT, 'package.json'), jsonOf(packedManifest(manifest)))

function write(path: string, contents: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, contents)
}

function jsonOf(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
