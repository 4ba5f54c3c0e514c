// package.json of a project: what Galley needs in it.
import fastGlob from 'fast-glob'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { isObject } from '../../snapshot/objects.ts'
import { objectIn, withMember } from './members.ts'

const FILE = 'package.json'

const SCRIPTS = { dev: 'galley dev', build: 'galley build', check: 'galley check', serve: 'galley serve' }

type ProjectManifest = Record<string, unknown>

/** @param version of Galley */
export function newManifestText(version: string): string {
  const dependencies = { galley: `^${version}` }
  const manifest = { private: true, type: 'module', scripts: SCRIPTS, dependencies }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/**
 * The text of a package.json with what Galley needs, everything else as it is.
 * @throws {ConfigurationError} if its files are CommonJS, which they could not be any longer
 */
export function amendedManifestText(text: string, folder: string, version: string): string {
  const manifest: ProjectManifest = objectIn(text, FILE)
  if (manifest.name === 'galley') {
    throw new ConfigurationError('This is Galley itself. Run galley init in the folder of your own project.')
  }
  let amended = text
  if (manifest.type !== 'module') {
    requireNoCommonJs(manifest, folder)
    amended = asModules(manifest, amended)
  }
  // What `npm install` has made of nothing; a package with a name may be for publishing.
  if (manifest.private === undefined && manifest.name === undefined)
    amended = withMember(amended, [], 'private', true)
  if (manifest.scripts === undefined) amended = withMember(amended, [], 'scripts', SCRIPTS)
  const isNamed = ['dependencies', 'devDependencies'].some((kind) => 'galley' in membersOf(manifest, kind))
  return isNamed ? amended : withMember(amended, ['dependencies'], 'galley', `^${version}`)
}

/** The command by which the project is built now, unless that is Galley's. */
export function ownBuild(text: string): string | undefined {
  const { build } = membersOf(objectIn(text, FILE), 'scripts')
  return typeof build === 'string' && !/\bgalley\b/.test(build) ? build : undefined
}

function requireNoCommonJs({ type }: ProjectManifest, folder: string): void {
  const [file] = scriptsIn(folder)
  // `npm init` writes "type": "commonjs" when there is nothing else yet.
  if (file === undefined) return
  const why = type === undefined ? 'has no "type"' : `says "type": ${JSON.stringify(type)}`
  throw new ConfigurationError(
    `${FILE} ${why}, so ${file} is read as CommonJS, and Galley's api/index.ts is an ES module. If nothing in this package is CommonJS, write "type": "module" there; else run galley init in a folder of its own.`,
  )
}

function asModules({ type }: ProjectManifest, text: string): string {
  if (type === undefined) return withMember(text, [], 'type', 'module')
  const amended = text.replace(/("type"\s*:\s*)"commonjs"/, '$1"module"')
  if (objectIn(amended, FILE).type === 'module') return amended
  throw new ConfigurationError(`${FILE} says "type": ${JSON.stringify(type)}. Write "type": "module" there.`)
}

/** Files that another "type" would change, without those of packages. */
function scriptsIn(folder: string): string[] {
  return fastGlob.sync('**/*.{js,jsx,ts,tsx}', {
    cwd: folder,
    ignore: ['**/node_modules/**', 'dist/**', 'content/**', 'api/index.ts'],
    followSymbolicLinks: false,
    suppressErrors: true,
    deep: 6,
  })
}

function membersOf(manifest: ProjectManifest, name: string): Record<string, unknown> {
  const value = manifest[name] ?? {}
  if (isObject(value)) return value
  throw new ConfigurationError(`"${name}" in ${FILE} is not an object.`)
}
