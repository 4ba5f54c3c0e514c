// Names what the values of a cache were made with: these sources, the packages they import, and this Node.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lazy } from '../../packages/search/basics/lazy.ts'
import { compressor } from '../../snapshot/format/deflate.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Folders of code: of sources, or of the JavaScript of the package. A test compares them with what compiling a post reaches. */
export const CODE = ['build', 'packages/colours', 'packages/search', 'snapshot', 'lib']

/** Equal names mean that equal files become the same. Sources are read once: a process runs those it has loaded. */
export function compilerVersion(): string {
  return version().name
}

const version = lazy(() => {
  const hash = createHash('sha256')
  const { node, v8, icu, unicode } = process.versions
  hash.update(JSON.stringify([node, v8, icu, unicode, process.platform, compressor]))
  for (const folder of CODE.filter((name) => existsSync(join(ROOT, name)))) {
    const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    for (const name of names.filter((name) => /\.(?:ts|mjs)$/.test(name)).sort()) {
      hash.update(`\n${folder}/${name}\n`).update(readFileSync(join(ROOT, folder, name)))
    }
  }
  for (const [path, version] of packages()) hash.update(`\n${path} ${version}`)
  return { name: hash.digest('hex') }
})

interface PackageFile {
  version?: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** The version of each package by its folder, of those that a package needs as well. */
function packages(): Map<string, string> {
  const versions = new Map<string, string>()
  const visit = (folder: string) => {
    const { dependencies, peerDependencies } = packageIn(folder)
    for (const name of Object.keys({ ...dependencies, ...peerDependencies }).sort()) {
      const found = installed(name, folder)
      if (found === undefined || versions.has(found)) continue
      versions.set(found, packageIn(found).version ?? '')
      visit(found)
    }
  }
  visit(ROOT)
  return new Map([...versions].map(([folder, version]) => [relative(ROOT, folder), version]))
}

function packageIn(folder: string): PackageFile {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** The folder of a package, where Node would find it. */
function installed(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return found
    if (folder === dirname(folder)) return undefined
  }
}
