// The package.json files of the package.
import { expect, test } from 'vitest'
import { ownManifest, packedManifest } from '../../build/package/manifest.ts'

const dependencies = {
  a: '1',
  esbuild: '2',
  '@swc/wasm-typescript': '3',
  yaml: '4',
  'sanitize-html': '5',
  htmlparser2: '6',
}
const clone = {
  name: 'galley',
  version: '1.2.3',
  private: true,
  type: 'module',
  bin: { galley: 'bin/galley.mjs' },
  scripts: { test: 'x' },
  files: ['dist/package'],
  dependencies,
  devDependencies: { b: '5' },
  allowScripts: { esbuild: true },
}

test('what is packed has no fields for working on Galley, and needs no packages that only sources need, or that are in it', () => {
  expect(packedManifest(clone)).toEqual({
    name: 'galley',
    version: '1.2.3',
    type: 'module',
    bin: { galley: 'dist/package/bin/galley.mjs' },
    files: ['dist/package'],
    dependencies: { a: '1', yaml: '4' },
  })
})

test('the code finds beside it what it is, and what it needs', () => {
  expect(ownManifest(clone)).toEqual({
    private: true,
    name: 'galley',
    version: '1.2.3',
    type: 'module',
    dependencies: { a: '1', yaml: '4' },
  })
})
