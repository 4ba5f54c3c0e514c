// What a mistake is called, in which words, at which place and with which line below it: each of some 500, as
// `galley check` prints it. CONTRIBUTING.md says how to write mistakes.txt anew.
import { expect, test } from 'vitest'
import { printProblems } from '../../bin/terminal/problems.ts'
import { check } from '../../build/index.ts'
import { writeEdges } from '../compare/edges.ts'
import { writeEach, writeOthers } from '../compare/mistakes.ts'
import type { Files } from '../compare/workspaces.ts'
import { workspace } from '../support/workspace.ts'

// Names that differ only by case, or that have a line break, are not possible elsewhere.
test.skipIf(process.platform !== 'linux')('each mistake is told in its words, at its place', async () => {
  const files: Files = new Map()
  writeEach(files, 'each')
  writeOthers(files)
  writeEdges(files)
  // What takes long has its tests elsewhere.
  for (const path of files.keys()) if (path.startsWith('large/')) files.delete(path)
  const place = await workspace(Object.fromEntries(files))
  let printed = ''
  try {
    const { problems } = await check({ content: place.dir, env: { GALLEY_KEYS: 'keyed=short' } })
    // Every small workspace has that.
    const told = problems.filter(({ code, file }) => code !== 'no-url' || /\/(?:each|edge-\d+)\//.test(file))
    printProblems(told, { write: (text) => (printed += text) }, {})
  } finally {
    place.remove()
  }
  await expect(printed.replaceAll(`${place.dir}/`, '')).toMatchFileSnapshot('mistakes.txt')
})
