// Documents refer to what exists: files, headings, folders, commands, flags.
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readFlags } from '../../bin/cli/flags.ts'
import { commands } from '../../bin/commands.ts'
import { blocksOf } from './blocks.ts'
import { documents, guidePosts, read, root } from './guide.ts'

/** Those of the project, and of the example that the document is in. */
function scriptsFor(path: string): Record<string, string> {
  const files = ['package.json', join(dirname(path), 'package.json')]
  const all = files
    .filter((file) => existsSync(join(root, file)))
    .map((file) => JSON.parse(read(file)).scripts)
  return Object.assign({}, ...all)
}

function withoutBlocks(markdown: string): string {
  return markdown.replace(/^(`{3,})[\s\S]*?^\1$/gm, '')
}

function withoutCode(markdown: string): string {
  return withoutBlocks(markdown).replace(/`[^`\n]+`/g, '')
}

function headingsOf(markdown: string): string[] {
  return [...withoutBlocks(markdown).matchAll(/^#+ (.+)$/gm)].map(([, text]) =>
    text!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

describe.each([...documents(), ...guidePosts()])('%s', (path) => {
  const text = read(path)

  test('links to what is there', () => {
    for (const [, target] of withoutCode(text).matchAll(/\]\(([^)\s]+)[^)]*\)/g)) {
      if (/^(https?:|\/)/.test(target!)) continue
      const [file = '', anchor] = target!.split('#')
      const place = file === '' ? path : join(dirname(path), file)
      // The guide may have been replaced by a reader's own content.
      if (place.replaceAll('\\', '/').startsWith('content/demo')) continue
      expect(existsSync(join(root, place)), target).toBe(true)
      if (anchor !== undefined && place.endsWith('.md'))
        expect(headingsOf(read(place)), target).toContain(anchor)
    }
  })

  test('runs commands and flags that there are', async () => {
    const scripts = scriptsFor(path)
    const lines = blocksOf(text).flatMap((block) => block.text.split('\n'))
    for (const line of [...lines, ...inline(text)]) {
      const [, script, flags = ''] = /^(?:\w+=\S+ )?npm run (\S+)(?: -- (.*))?$/.exec(line) ?? []
      if (script !== undefined) expect(Object.keys(scripts), line).toContain(script)
      const [, started] = /^node bin\/galley\.mjs (\w+)$/.exec(scripts[script ?? ''] ?? '') ?? []
      const [, typed, more = ''] =
        /(?:npx galley|node bin\/galley\.mjs) ((?:bucket )?\w+) ?(.*)$/.exec(line) ?? []
      const command = commands[started ?? typed ?? '']
      if (!command) continue
      const argv = (started ? flags : more).split(' ').filter((word) => word !== '')
      const { command: known } = await command.load()
      readFlags(argv, known.flags, {}, known.operands)
    }
  })
})

/** Commands in the middle of a sentence. */
function inline(markdown: string): string[] {
  return [...withoutBlocks(markdown).matchAll(/`((?:npm run|npx galley) [^`]+)`/g)].map(([, line]) => line!)
}

test('docs/architecture.md names every folder', () => {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^\.|^node_modules$|^dist$/.test(entry.name))
    .map(({ name }) => name)
  const text = read('docs/architecture.md')
  for (const name of folders.filter((folder) => folder !== 'api')) expect(text).toContain(`| \`${name}/\` |`)
  for (const [, path] of text.matchAll(/^\| `([^`]+)` \|/gm)) {
    if (!/^(dist|content)\//.test(path!)) expect(existsSync(join(root, path!)), path).toBe(true)
  }
})

test('SECURITY.md names suites that there are, and of each promise one that runs before anything lands', () => {
  const folders = readdirSync(join(root, 'test'))
  const named = [...read('SECURITY.md').matchAll(/`(([\w-]+)\/[\w/-]+)`/g)].filter(
    ([, , folder]) => folders.includes(folder!) && folder !== 'bench',
  )
  const rows = read('SECURITY.md').match(/^\| \*\*.*`[\w-]+\/[\w/-]+`(?:, `[\w-]+\/[\w/-]+`)* \|$/gm)
  expect(named.length).toBeGreaterThan(rows!.length)
  const isThere = (suite: string, endings: readonly string[]) =>
    endings.some((ending) => existsSync(join(root, 'test', `${suite}.${ending}.ts`)))
  for (const [, suite] of named) expect(isThere(suite!, ['test', 'long', 'nightly']), suite).toBe(true)
  for (const row of rows!) {
    const landing = named.filter(
      ([quoted, suite]) => row.includes(quoted) && isThere(suite!, ['test', 'long']),
    )
    expect(landing.length, row).toBeGreaterThan(0)
  }
})
