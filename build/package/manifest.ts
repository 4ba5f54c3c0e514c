// The package.json of the package, made of that of the clone.

export interface PackageFields {
  name: string
  version: string
  dependencies: Record<string, string>
  [field: string]: unknown
}

/** JavaScript runs without a loader for types, and the code of the function is in the package as one file. */
const FOR_SOURCES = ['@swc/wasm-typescript', 'esbuild']

/**
 * These are within the package: the first asks for Node 22.12, to load the second with `require`, so npm would warn of it on
 * Node 20, where the code runs all the same.
 */
export const BUNDLED = ['sanitize-html', 'htmlparser2']

/** Fields for working on Galley. */
const FOR_CLONES = ['private', 'packageManager', 'scripts', 'devDependencies', 'allowScripts']

/** Returns the packed manifest. */
export function packedManifest(manifest: PackageFields): PackageFields {
  const fields = Object.entries(manifest).filter(([field]) => !FOR_CLONES.includes(field))
  return {
    ...(Object.fromEntries(fields) as PackageFields),
    bin: { galley: 'dist/package/bin/galley.mjs' },
    dependencies: dependenciesOf(manifest),
  }
}

/** Returns the fields that the code reads beside it: its version, and what else may change the output of a build. */
export function ownManifest(manifest: PackageFields): PackageFields {
  const { name, version, peerDependencies } = manifest
  const dependencies = dependenciesOf(manifest)
  return { private: true, name, version, type: 'module', dependencies, peerDependencies }
}

function dependenciesOf({ dependencies }: PackageFields): Record<string, string> {
  const others = [...FOR_SOURCES, ...BUNDLED]
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => !others.includes(name)))
}
