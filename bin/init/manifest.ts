// package.json of a project: what Galley needs in it.
import fastGlob from 'fast-glob'
import { isMap, parseDocument } from 'yaml'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { isObject } from '../../snapshot/objects.ts'
import { indentOf, objectIn } from './json.ts'

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
 * Returns the text of a package.json with what Galley needs, everything else as it is.
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
  // The manifest is one that `npm install` has made of nothing; a package with a name may be for publishing.
  if (manifest.private === undefined && manifest.name === undefined)
    amended = withMember(amended, [], 'private', true)
  if (manifest.scripts === undefined) amended = withMember(amended, [], 'scripts', SCRIPTS)
  const isNamed = ['dependencies', 'devDependencies'].some((kind) => 'galley' in membersOf(manifest, kind))
  return isNamed ? amended : withMember(amended, ['dependencies'], 'galley', `^${version}`)
}

/** Returns the command by which the project is built now, unless that is Galley's. */
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

/** Finds files that another "type" would change, without those of packages. */
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

/** Adds a member, and leaves the rest as it is. @param path of the object that gets it; it is made if it is missing, but not the objects around it */
function withMember(text: string, path: readonly string[], key: string, value: unknown): string {
  const found = objectAt(text, path)
  if (!found) return withMember(text, path.slice(0, -1), path.at(-1)!, { [key]: value })
  const { open, close } = found
  const inside = text.slice(open + 1, close)
  const members = inside.trimEnd()
  const [line] = /\r?\n/.exec(text) ?? ['\n']
  const unit = indentOf(text) ?? '  '
  const outer = unit.repeat(path.length)
  const indent = indentOf(inside) ?? outer + unit
  const isInline = members !== '' && !inside.includes('\n')
  const json = JSON.stringify(value, null, isInline ? undefined : unit).replaceAll('\n', line + indent)
  const member = `${JSON.stringify(key)}: ${json}`
  const added = isInline ? `, ${member}` : `${members === '' ? '' : ','}${line}${indent}${member}`
  const after = members === '' ? line + outer : inside.slice(members.length)
  return text.slice(0, open + 1) + members + added + after + text.slice(close)
}

/** Finds the braces of an object: JSON is YAML. */
function objectAt(text: string, path: readonly string[]): { open: number; close: number } | undefined {
  const object = parseDocument(text, { uniqueKeys: false }).getIn(path, true)
  if (!isMap(object)) return undefined
  const [open, end] = object.range!
  return { open, close: end - 1 }
}
