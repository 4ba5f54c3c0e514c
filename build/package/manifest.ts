// The package.json of the package, made of that of the clone.

export interface PackageFields {
  name: string
  version: string
  dependencies: Record<string, string>
  [field: string]: unknown
}

/** JavaScript runs without a loader for types, and the code of the function is in the package as one file. */
const FOR_SOURCES = ['@swc/wasm-typescript', 'esbuild']

/** Fields for working on Galley. */
const FOR_CLONES = ['private', 'scripts', 'devDependencies', 'allowScripts']

/** What is packed. */
export function packedManifest(manifest: PackageFields): PackageFields {
  const fields = Object.entries(manifest).filter(([field]) => !FOR_CLONES.includes(field))
  return {
    ...(Object.fromEntries(fields) as PackageFields),
    bin: { galley: 'dist/package/bin/galley.mjs' },
    dependencies: dependenciesOf(manifest),
  }
}

/** What the code reads beside it: its version, and what else may change what a build makes. */
export function ownManifest(manifest: PackageFields): PackageFields {
  const { name, version } = manifest
  return { private: true, name, version, type: 'module', dependencies: dependenciesOf(manifest) }
}

function dependenciesOf({ dependencies }: PackageFields): Record<string, string> {
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => !FOR_SOURCES.includes(name)))
}
