// docs/commands.md: its commands are run in their order, and what it shows of them is what they say.
import { readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../../bin/commands.ts'
import { bundled } from '../support/bundle/entry-points.ts'
import { inFolder, ran, shell } from '../support/command.ts'
import { makePages, type Workspace, workspace } from '../support/workspace.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const document = readFileSync(join(root, 'docs/commands.md'), 'utf8')

interface Example {
  script: string
  /** What the next block shows of its output, if there is one. */
  shown: string | undefined
}

const blocks = [...document.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, text]) => text!)
const examples = [
  ...document.matchAll(/^```sh\n([\s\S]*?)^```$(?:\n\n```(?:text|json)\n([\s\S]*?)^```$)?/gm),
].map(([, script, shown]): [string, Example] => [
  script!.trimEnd().split('\n').at(-1)!,
  { script: script!, shown },
])

/** Ends in a command of which a shell only splits the words: it needs no process of its own. */
const plainCommand = /(?:^|\n)galley (?:[\w =-]|"[^"$`\\\n]*")+\n$/

interface Said {
  code: number | null
  /** On both outputs. */
  said: string
}

/** Numbers that differ from run to run. */
function settled(text: string): string {
  return text.replace(/[0-9a-f]{32}/g, 'HASH').replace(/"milliseconds":\d+/g, '"milliseconds":MS')
}

describe.skipIf(process.platform === 'win32')('docs/commands.md', () => {
  let place: Workspace
  let bin: string

  beforeAll(async () => {
    place = await workspace({})
    bin = join(place.dir, '../bin')
    place.write({ '../bin/.keep': '' })
    symlinkSync(bundled('galley.mjs'), join(bin, 'galley'))
    rmSync(place.dir, { recursive: true })
    makePages(place.out)
  })
  afterAll(() => place.remove())

  test.each(examples)('shows the output of %s', async (_, { script, shown }) => {
    const { code, said } = plainCommand.test(script) ? await runHere(script) : await runInShell(script)
    expect(code).toBe(0)
    const lines = (text: string) => settled(text).trim().split('\n').sort()
    if (shown !== undefined) expect(lines(said)).toEqual(lines(shown))
  })

  async function runInShell(script: string): Promise<Said> {
    const running = shell(script, join(place.dir, '..'), { PATH: `${bin}:${process.env.PATH}` })
    return { code: await running.ended, said: running.stdout() + running.stderr() }
  }

  /** Its last line in this process, and what comes before in a shell. */
  async function runHere(script: string): Promise<Said> {
    const lines = script.trimEnd().split('\n')
    const [, ...argv] = wordsOf(lines.pop()!)
    if (lines.length > 0) expect((await runInShell(lines.join('\n'))).code).toBe(0)
    return inFolder(join(place.dir, '..'), () => run(argv))
  }

  test.each(Object.keys(commands))('has what galley %s --help prints', async (name) => {
    expect(blocks).toContain(withoutShared(await helpOf(...name.split(' '))))
    expect(document).toContain(`\n### galley ${name}\n`)
  })

  test('has the output of galley --help', async () => {
    expect(blocks).toContain(await helpOf())
  })

  test('has a part for each group that galley help all lists', async () => {
    const titles = [...(await run(['help', 'all'])).said.matchAll(/^(\w.*):$/gm)].map(([, title]) => title)
    expect(titles.length).toBeGreaterThan(2)
    for (const title of titles) expect(document).toContain(`\n## ${title}\n`)
  })

  test('and docs/variables.md list every variable that the sources read', () => {
    const variables = readFileSync(join(root, 'docs/variables.md'), 'utf8')
    const sources = ['bin', 'build', 'server', 'api'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(ts|mjs)$/.test(name))
        .map((name) => readFileSync(join(root, folder, name), 'utf8')),
    )
    const read = sources.flatMap((text) => [
      ...text.matchAll(/\benv\.(\w+)/g),
      ...text.matchAll(/'((?:GALLEY|KV|REDIS|UPSTASH|VERCEL)_[A-Z_]+)'/g),
      ...text.matchAll(/\b([A-Z]+_[A-Z_]+)[,\s\w]*\}: Console\['env'\]/g),
    ])
    const missing = new Set(
      read.map(([, name]) => name!).filter((name) => !variables.includes(`\`${name}\``)),
    )
    expect([...missing]).toEqual([])
  })
})

function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!)
}

/** Leaves out the flags that the document explains once, at its top, and what it says of buckets once. */
function withoutShared(help: string): string {
  const flags =
    /^ +--(?:help +print this help(?:, or that of a command)?|quiet +.*|content DIR +the folder of workspaces \(the nearest content\/, here or above\))\n/gm
  const buckets = 'BUCKET and its variables are as galley bucket --help says.\n'
  return help
    .replace(flags, '')
    .replace(buckets, '')
    .replace(/\n{3,}/g, '\n\n')
}

async function helpOf(...argv: string[]): Promise<string> {
  return (await run([...argv, '--help'])).said
}

async function run(argv: string[]): Promise<Said> {
  const { code, stdout, stderr } = await ran(argv)
  return { code, said: stdout + stderr }
}
