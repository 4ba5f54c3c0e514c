// Same content, same bytes: whatever the time zone, the language, the place, the order in which files were made, the speed of the
// machine, and the version of Node.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { constants, inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuildOptions, build } from '../../build/index.ts'
import { bundled } from '../support/bundle/entry-points.ts'
import { type Files, makePages, postFile, workspace } from '../support/workspace.ts'

const otherNode = process.env.TEST_OTHER_NODE

/** Names that languages sort and fold differently, dates without a zone, posts with the same time. */
function content(): Files {
  const names = 'zebra ångström ärlig ödla ost istanbul ılık straße zoë co-op coop 日本 𐐨 ﬀ é'.split(' ')
  const posts = names.map((name, index): [string, string] => {
    const publishedAt = [
      '2026-05-31',
      '2026-05-31T00:00:00',
      '2026-03-29T02:30:00',
      '2026-05-31T02:00:00+02:00',
    ][index % 4]!
    const tags = `[${names.slice(index % 5, (index % 5) + 4).join(', ')}]`
    const text = `# ${name}\n\nÅterkommande ord: ${names.join(' ')}[^1] I İ ı\n\n[^1]: Not ${index}.\n`
    return [
      `blog/posts/${index % 3}/${name.normalize('NFC')}.md`,
      postFile({ title: name, publishedAt, tags, authors: `[${name}]` }, text),
    ]
  })
  return {
    ...Object.fromEntries(posts),
    'blog/workspace.yml': 'url: "https://example.org/{slug}"\n',
    'blog/posts/later.md': postFile({ publishedAt: '2030-01-01' }, '[Å](../posts/even-later.md)\n'),
    'blog/posts/even-later.md': postFile({ publishedAt: '2031-01-01' }),
    'blog/posts/earlier.md': postFile(
      { publishedAt: '2025-01-01' },
      'Å [ö](later.md) 日 [本][b] <q cite="later.md">𐐨</q>\n\n[b]: even-later.md\n',
    ),
    'blog/posts/draft.md': postFile({ status: 'draft', publishedAt: '' }),
    'programs/workspace.yml': 'code: { light: github-light, dark: github-dark }\n',
    'programs/posts/a.md': postFile(
      {},
      `\`\`\`js\n${'x = [{ a: 1, b: `c` }, (d) => d];\n'.repeat(100)}\`\`\`\n`,
    ),
    'declared/posts/a.md': postFile({ category: 'å', fields: '{ when: 2026-05-31T10:00 }' }),
    'declared/categories.yml': 'å: { name: Åland }\nz: { name: Zeta }\na: { name: Alfa }\n',
    'declared/workspace.yml': 'keys: [b, a]\nfields: { when: { type: date } }\n',
  }
}

interface Machine {
  /** The program; this process if there is none. */
  node?: string
  timeZone: string
  language: string
  root: string
  /** Files are made in an order drawn from this number. */
  seed: number
  /** Modules that are loaded first. */
  first?: readonly string[]
}

const moduleOf = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`

/** Its clocks say that everything takes a thousand times as long. */
const SLOW = moduleOf(`
  const { now } = performance
  performance.now = () => 1_000 * now.call(performance)
  const { bigint } = process.hrtime
  process.hrtime.bigint = () => 1_000n * bigint()
  const { cpuUsage } = process
  process.cpuUsage = (before = { user: 0, system: 0 }) => {
    const { user, system } = cpuUsage()
    return { user: 1_000 * user - before.user, system: 1_000 * system - before.system }
  }
`)

/** The threads that help a build crash as soon as they begin. */
const CRASHING = moduleOf(`
  import { syncBuiltinESMExports } from 'node:module'
  import threads from 'node:worker_threads'
  const { Worker } = threads
  threads.Worker = class extends Worker {
    constructor(program, options) {
      if (options?.execArgv?.length === 0) super('throw new Error()', { ...options, eval: true })
      else super(program, options)
    }
  }
  syncBuiltinESMExports()
`)

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const elsewhere = (name: string, more: Partial<Machine> = {}): Machine => ({
  node: process.execPath,
  timeZone: 'America/Los_Angeles',
  // A language in which I and i are different letters.
  language: 'tr_TR.UTF-8',
  root: join(root, name),
  seed: 1,
  ...more,
})

describe('the same content gives the same bytes', () => {
  let expected: Record<string, string>
  beforeAll(async () => {
    expected = await built(elsewhere('first'))
  })

  test('which are a snapshot of three workspaces, one of them with code in colours', () => {
    const folders = Object.keys(expected).flatMap(
      (name) => /^data\/[0-9a-f]{32}(?=\/manifest.json$)/.exec(name) ?? [],
    )
    expect(folders).toHaveLength(3)
    const all = Object.keys(expected).flatMap((name) => /^.+(?=\/deflated\.json$)/.exec(name) ?? [])
    const texts = all.map((folder) => {
      const part = JSON.parse(expected[`${folder}/deflated.json`]!).parts['content.html.deflated']
      const bytes = part
        ? expected[`${folder}/short.bin`]!.slice(part.at, part.at + part.stored)
        : expected[`${folder}/content.html.deflated`]!
      return inflateRawSync(Buffer.from(bytes, 'latin1'), { finishFlush: constants.Z_SYNC_FLUSH }).toString()
    })
    expect(texts.join('').split('class=\\"code-string\\"')).toHaveLength(201)
    expect(expected['data/current.json']).toContain('2026-01-01T00:00:00.000Z')
  })

  test('in another time zone, language or folder, created in another order', async () => {
    const { TZ } = process.env
    process.env.TZ = 'Pacific/Kiritimati'
    try {
      const [timeZone, language] = machine()
      expect(timeZone).toBe('Pacific/Kiritimati')
      expect(machineOf(elsewhere('x'))).toEqual(['America/Los_Angeles', 'tr-TR'])
      const here = { root: join(root, 'a/longer path/åäö'), seed: 7 }
      expect(await built({ ...here, timeZone, language })).toEqual(expected)
    } finally {
      if (TZ === undefined) delete process.env.TZ
      else process.env.TZ = TZ
    }
  })

  test('on a machine that is a thousand times slower', async () => {
    expect(await built(elsewhere('slow', { first: [SLOW] }))).toEqual(expected)
  })

  test.skipIf(!otherNode)(
    `on another Node (${otherNode ?? 'skipped: TEST_OTHER_NODE names none'})`,
    async () => {
      const others = await built(elsewhere('third', { node: otherNode!, seed: 5 }))
      expect(Object.keys(others)).toEqual(Object.keys(expected))
      expect(inflated(others)).toEqual(inflated(expected))
    },
  )
})

/** All but what depends on the zlib that Node has, which the names of folders do not. */
function inflated(files: Record<string, string>): Record<string, string> {
  const depends = /\/(deflated\.json|content\.(html|markdown)\.(deflated|index\.bin))$/
  return Object.fromEntries(Object.entries(files).filter(([name]) => !depends.test(name)))
}

test('more posts than one thread compiles at once are the same if others help, even if these crash', async () => {
  const posts = Array.from({ length: 80 }, (_, i): [string, string] => [
    `blog/posts/${100 + i}.md`,
    postFile({ title: `Number ${i}` }, `Words of number${i} and of number${i % 7}.\n`),
  ])
  const files = Object.fromEntries(posts)
  const alone = await built(elsewhere('many'), files)
  expect(await built(elsewhere('helped', { first: [SLOW] }), files)).toEqual(alone)
  expect(await built(elsewhere('crashing', { first: [SLOW, CRASHING] }), files)).toEqual(alone)
})

test('an unchanged workspace is not rewritten when another one changes', async () => {
  const place = await workspace(content())
  try {
    const made = (hash: string) => statSync(join(place.out, 'data', hash, 'manifest.json')).ino
    const before = (await place.build()).workspaces.map(({ hash }) => hash)
    const inodes = before.map(made)
    place.write({ 'declared/posts/b.md': postFile({ category: 'z' }) })
    const after = (await place.build()).workspaces.map(({ hash }) => hash)
    expect(before.map(made)).toEqual(inodes)
    expect(after).toEqual([before[0], expect.not.stringMatching(before[1]!), before[2]])
  } finally {
    place.remove()
  }
})

/** The time zone and language of this process. */
function machine(): [string, string] {
  const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions()
  return [timeZone, locale]
}

/** The time zone and language of a child process. */
function machineOf({ node, timeZone, language }: Machine): string[] {
  const script = `console.log(JSON.stringify((${machine})()))`
  const env = { TZ: timeZone, LC_ALL: language, LANG: language }
  return JSON.parse(execFileSync(node!, ['-e', script], { env, encoding: 'utf8' }))
}

/** Every file of dist, by its path. */
async function built(machine: Machine, files = content()): Promise<Record<string, string>> {
  write(machine, files)
  await run(machine)
  const out = join(machine.root, 'dist')
  const names = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(out, name)).isFile(),
  )
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(out, name), 'latin1')]))
}

function write({ root: place, seed }: Machine, files: Files): void {
  for (const [path, text] of shuffled(Object.entries(files), seed)) {
    const file = join(place, 'content', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

async function run({ node, timeZone, language, root: place, first = [] }: Machine): Promise<void> {
  const out = join(place, 'dist')
  const env = { TZ: timeZone, LC_ALL: language, LANG: language, SOURCE_DATE_EPOCH: '1767225600' }
  const options = { content: join(place, 'content'), strict: false, env }
  const builds: BuildOptions[] = [
    { ...options, out, drafts: false },
    { ...options, out: join(out, 'preview'), drafts: true },
  ]
  makePages(join(out, 'preview'))
  if (node === undefined) {
    for (const options of builds) expect((await build(options)).written).toBe(true)
    return
  }
  for (const { content, out, drafts } of builds) {
    const flags = ['--content', content, '--out', out, ...(drafts ? ['--drafts'] : [])]
    const modules = first.flatMap((module) => ['--import', module])
    execFileSync(node, [...modules, bundled('galley.mjs'), 'build', ...flags], {
      env: { ...env, GALLEY_CACHE: 'off' },
      stdio: 'pipe',
    })
  }
}

/** Fisher–Yates, with a small seeded generator so that each run is the same. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const result = [...items]
  let state = seed
  for (let last = result.length - 1; last > 0; last--) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    const other = state % (last + 1)
    ;[result[last], result[other]] = [result[other]!, result[last]!]
  }
  return result
}
