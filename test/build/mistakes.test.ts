// What a mistake is called, in which words, at which place and with which line below it: each of some 500, as
// `galley check` prints it, but for blank lines and carets. A line of a file stands once for all that is wrong in it, and once for
// files in which it is wrong in the same words.
// CONTRIBUTING.md says how to write mistakes.txt anew.
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
  await expect(withoutRepeats(printed.replaceAll(`${place.dir}/`, ''))).toMatchFileSnapshot('mistakes.txt')
})

/** `posts/a.md:7:5-8 …` stands for carets below these columns, which follow where the line is cut or has wide characters. */
function withoutRepeats(printed: string): string {
  const known = new Map<string, string>()
  let above = ''
  const lines = printed
    .trimEnd()
    .split('\n\n')
    .flatMap((problem) => {
      const [told = '', source, carets = ''] = problem.split('\n')
      if (source === undefined) return told
      const [, place, column] = /^(.*?:\d+):(\d+) /.exec(told)!
      const begin = carets.indexOf('^') - carets.indexOf('|') - 1
      const isBelow = begin === Number(column)
      const end = carets.length - carets.indexOf('|') - 2
      const range = isBelow && end > begin ? `${place}:${column}-${end}` : `${place}:${column}`
      const words = told.slice(told.indexOf('  '))
      const isAbove = above === `${place} ${source}` || known.get(words) === source
      known.set(words, source)
      above = `${place} ${source}`
      const shown = told.replace(`${place}:${column}`, range)
      return [shown, ...(isAbove ? [] : [source]), ...(isBelow ? [] : [carets])]
    })
  return `${lines.join('\n')}\n`
}
