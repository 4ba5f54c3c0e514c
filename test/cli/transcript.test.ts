// Everything that the command line prints, to the letter: help, mistakes in flags and variables, and what a command says
// of content with and without mistakes. CONTRIBUTING.md says how to write the three files anew. In usage.txt, an answer
// stands below all that get it; in the others, `(12 lines of: check)` stands for those that another answer begins with, too.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from '../../bin/commands.ts'
import { inFolder, ran } from '../support/command.ts'
import { makePages, postFile, type Workspace, workspace } from '../support/workspace.ts'

/** `galley FLAGS`, with CONTENT and OUT for a folder, after variables for its environment; `tty` for a terminal, `tty60` for one of 60
 * columns, `here` in the project's folder. */
const usage = [
  '',
  '--help',
  '--version',
  '-v',
  'help buld',
  'help toString',
  'help all',
  'help bucket purge',
  'bucket',
  'push s3://content',
  '--verbose',
  ...Object.keys(commands).flatMap((name) => [
    `${name} --help`,
    `${name} --hlep`,
    `${name} --quiet=yes`,
    // What it takes as its argument is no mistake.
    ...(name.startsWith('bucket ') ? [name, `${name} s3://content`] : []),
    ...(name === 'show' ? ['show', 'show one two'] : [`${name} here`]),
  ]),
  'check --content',
  'check --content --json',
  'check --out',
  'check --max-warnings',
  'check --max-warnings x',
  'check --max-warnings -1',
  'check --max-warnings=1.5',
  'check --max-warnings=x1',
  'check --max-warnings=1x',
  'check --strict=1',
  'check -x',
  'npm_lifecycle_event=serve serve here',
  'npm_lifecycle_event=serve serve --json here',
  'check --content OUT/none',
  'check --content CONTENT/blog',
  'serve --port x',
  'serve --port 65536',
  'serve --port x80',
  'serve --port 80x',
  'serve --port=-1',
  'PORT=http serve',
  'PORT=70000 serve',
  'serve --dir',
  'serve --host',
  'dev --port 80x',
  'dev --port 0 --content OUT/none',
  'GALLEY_CACHE=on check',
  'GALLEY_CACHE=off check --content OUT/none',
  'GALLEY_CACHE=on check --no-cache --content OUT/none',
  'check --content OUT --quiet',
  'SOURCE_DATE_EPOCH=now build',
  'VERCEL=1 GALLEY_HOOKS=https://a.example build --content OUT/none',
  'VERCEL=1 GALLEY_HOOK_SECRET=whsec_x build --content OUT/none',
  'VERCEL=1 build --content OUT/none',
  'GALLEY_HOOKS=https://a.example build --content OUT/none',
  'list psots',
  'list --status drafts',
  'import OUT/none --as jekil',
  'import CONTENT --url https://a:b',
  'import CONTENT --url xhttps://a',
  'import CONTENT --url https://a/b?c',
  'import CONTENT --url https://a/{b}',
  'import CONTENT --url https:///b',
  'import CONTENT --into v1',
  'import CONTENT --into con',
  'import CONTENT --into _a',
  'import CONTENT --into a.b',
  `import CONTENT --into ${'z'.repeat(51)}`,
  'check --constructor',
  'check --toString=x',
]

/** One wrong value after the other; no build begins. */
const variables = [
  ...['GALLEY_RATE_LIMIT', 'GALLEY_FALLBACK_LIMIT', 'GALLEY_CLIENT_RATE_LIMIT'].flatMap((name) => [
    `${name}=many`,
    `${name}=0/10s`,
    `${name}=10/s`,
    `${name}=10/10d`,
    `${name}=x10/10s`,
    `${name}=10/10sx`,
  ]),
  ...['GALLEY_MAX_CONNECTIONS', 'GALLEY_MAX_CONNECTIONS_PER_ADDRESS'].flatMap((name) => [
    `${name}=0`,
    `${name}=many`,
    `${name}=10000000`,
    `${name}=x10`,
    `${name}=10x`,
  ]),
  ...['0', '-1', '1.5', '60s', 'on', '86401', '100000'].map((age) => `CDN_MAX_AGE=${age}`),
  'TRUSTED_IP_HEADER=X-Real-IP:',
  'GALLEY_SHARE_SECRET=guessed',
  'UPSTASH_REDIS_REST_URL=https://a.example',
  'UPSTASH_REDIS_REST_TOKEN=secret',
  'KV_REST_API_URL=https://a.example',
  'KV_REST_API_TOKEN=secret',
  'UPSTASH_REDIS_REST_TOKEN=secret UPSTASH_REDIS_REST_URL=redis://a',
  'KV_REST_API_TOKEN=secret KV_REST_API_URL=a',
  'REDIS_URL=http://a',
  'REDIS_URL=redis://:p%@a',
  'REDIS_URL=redis://a/x',
  'REDIS_URL=redis://',
  'REDIS_URL=xredis://a',
  'REDIS_URL=redis://a/1x',
  'UPSTASH_REDIS_REST_TOKEN=secret UPSTASH_REDIS_REST_URL=xhttps://a',
].flatMap((set) => [`${set} build`, `${set} serve`])

const sessions = [
  'check',
  'check --quiet',
  'check --json',
  'check --strict',
  'check --max-warnings 0',
  'check --max-warnings 1',
  'check --max-warnings 2',
  'GITHUB_ACTIONS=true check',
  'GITHUB_ACTIONS=true check --json',
  'GITHUB_ACTIONS=true GITHUB_WORKSPACE=ROOT check --quiet',
  'GITHUB_ACTIONS=true GITHUB_WORKSPACE=CONTENT/blog/posts check --quiet',
  'GALLEY_KEYS=nobody=x check',
  'GALLEY_KEYS=blog check',
  'GALLEY_KEYS=blog=short check --quiet',
  'GALLEY_KEYS=blog=a=b check',
  'GALLEY_KEYS=blgo=x check',
  'GALLEY_KEYS=blog=a/b check',
  'GALLEY_KEYS=,blog=1234567890123456789012,blog=123456789012345678901 check --quiet',
  'tty check --quiet',
  'tty NO_COLOR=1 check --quiet',
  'tty TERM=dumb check --quiet',
  'FORCE_COLOR=1 check --quiet',
  'FORCE_COLOR=0 check --quiet',
  'tty60 check',
  'tty19 check --quiet',
  'tty60 import CONTENT/blog --as markdown --content OUT/imported',
  'tty import CONTENT/blog --as markdown --content OUT/imported --quiet',
  'tty60 import CONTENT/blog --as markdown --content OUT/imported --into other --dry-run',
]

const wrong = {
  'blog/posts/wrong.md': postFile({ titel: 'x', tags: '[web, web]' }, '[x](no.md)\n'),
  'blog/posts/at 100%, or so.md': postFile({ '"a: 5%"': 'x' }),
  'stray.png': '',
}

const numbered = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${name}-${index}`)

/** What is in order, and how much of it. */
const listed = {
  'blog/posts/b.md': postFile({ publishedAt: '2026-01-01', tags: `[${numbered(11, 't').join(', ')}]` }),
  'blog/posts/a.md': postFile({ publishedAt: '2026-01-01', tags: '[t-3]', aliases: '[old, /old]' }),
  'blog/posts/c.md': '---\ntitle: C\nstatus: draft\n---\n',
  'blog/posts/d.md': '---\ntitle: D\nstatus: draft\n---\n',
  'blog/posts/e.md': '---\ntitle: E\nauthors: [bob]\n---\n',
  'blog/posts/f.md': postFile({ publishedAt: '2025-12-31', authors: '[bob, ada]', category: 'B' }),
  'blog/posts/g.md': postFile({ publishedAt: '2999-01-01', category: 'A' }),
  'blog/posts/h.md': 'No front matter.\n',
  'blog/posts/i.png': 'x',
  'docs/tags.yml': `${numbered(10, 't')
    .map((name) => `${name}: { name: ${name} }\n`)
    .join('')}`,
  'docs/authors/zoe.yml': 'name: Zoe\n',
  'docs/authors/ada.yml': 'name: Ada\n',
}

const lists = [
  '',
  '--json',
  '--status published',
  '--tag t-3',
  '--author bob --category b',
  '--workspace docs',
  'tags',
  'authors',
  'categories --json',
  'tags --workspace docs',
]
  .map((words) => `list ${words} --content CONTENT`)
  .concat(['', 'tags'].map((words) => `tty60 list ${words} --content CONTENT`))

let place: Workspace
beforeAll(async () => {
  place = await workspace({
    'blog/workspace.yml': 'name: Blog\nurl: https://example.org/{slug}\n',
    'blog/posts/hello.md': postFile({ tags: '[web, web]' }),
    'blog/posts/later.md': postFile({ publishedAt: '2099-01-01' }),
    'blog/posts/draft.md': postFile({ status: 'draft' }),
  })
  makePages(place.out)
  makePages(join(place.out, 'other'))
})
afterAll(() => place.remove())

/** A shorter beginning is not worth the reference. */
const MIN_LINES = 4

async function transcript(lines: readonly string[], above = new Map<string, string[]>()): Promise<string> {
  let all = ''
  for (const line of lines) {
    const answer = (await answerTo(line)).trimEnd().split('\n')
    let longest = { length: MIN_LINES - 1, of: '' }
    for (const [of, other] of above) {
      const length = [...answer, undefined].findIndex((text, at) => text === undefined || text !== other[at])
      if (length > longest.length) longest = { length, of }
    }
    above.set(line, answer)
    const shown = longest.of
      ? [`(${longest.length} lines of: ${longest.of})`, ...answer.slice(longest.length)]
      : answer
    all += `$ ${line}\n${shown.join('\n')}\n`
  }
  return all
}

/** Each answer once. */
async function answers(lines: readonly string[]): Promise<string> {
  const askedFor = new Map<string, string[]>()
  for (const line of lines) {
    const answer = await answerTo(line)
    askedFor.set(answer, [...(askedFor.get(answer) ?? []), line])
  }
  return Array.from(askedFor, ([answer, asked]) => `$ ${asked.join('\n$ ')}\n${answer}`).join('')
}

async function answerTo(line: string): Promise<string> {
  const root = join(place.dir, '..')
  const words = line.split(' ').filter((word) => word !== '')
  const from = words.findIndex((word) => !/^(?:tty\d*|here|\w+=.*)$/.test(word))
  const [before, argv] = from < 0 ? [words, []] : [words.slice(0, from), words.slice(from)]
  const full = (text: string) =>
    text.replace('CONTENT', place.dir).replace('OUT', place.out).replace('ROOT', root)
  const pairs = before.filter((word) => word.includes('=')).map((word) => /^(\w+)=(.*)$/s.exec(word)!)
  const env = Object.fromEntries(pairs.map(([, name, value]) => [name!, full(value!)]))
  const [, columns] = before.map((word) => /^tty(\d*)$/.exec(word)).find((found) => found) ?? []
  const terminal = { isTTY: columns !== undefined, ...(columns && { columns: Number(columns) }) }
  const isUsual = /^(?:build|check)$/.test(argv[0] ?? '') && !argv.includes('--help')
  const folders =
    isUsual && argv.every((word) => !/^--(?:content|out)/.test(word)) ? ['--content', place.dir] : []
  if (argv[0] === 'build' || argv.includes('--snapshot')) folders.push('--out', place.out)
  const isHere = before.includes('here')
  const all = [...argv.map(full), ...(isHere ? [] : folders)]
  const work = () => ran(all, { SOURCE_DATE_EPOCH: '1767225600', ...env }, terminal)
  const { code, stdout, stderr } = await (isHere ? inFolder(root, work) : work())
  const marked = (mark: string, text: string) =>
    text === ''
      ? ''
      : `${text.replace(/\n$/, '').replace(/^(?=.)/gm, mark)}${text.endsWith('\n') ? '' : '∅'}\n`
  const text = `${marked('  ', stdout)}${marked('! ', stderr)}= ${code}\n`
  return text
    .replaceAll(`${root}/`, '')
    .replaceAll('\u001b', '␛')
    .replace(/^ {2}\d+\.\d+\.\d+$/gm, '  (the version)')
    .replace(/\d+ ms/g, '… ms')
    .replace(/"milliseconds":\d+/g, '"milliseconds":…')
    .replace(/[0-9a-f]{32}/g, '…')
}

test('what it says of flags and variables is as written down', async () => {
  await expect(await answers([...usage, ...variables])).toMatchFileSnapshot('usage.txt')
})

test('what it says of content and snapshots is as written down', async () => {
  const above = new Map<string, string[]>()
  const built = ['check --snapshot', 'here build', 'build --json --strict', 'check --snapshot']
  const kept = ['serve --port x --dir OUT', 'build --drafts --quiet', 'here check']
  const elsewhere = ['here build --quiet --out OUT/other', 'here check --snapshot --out OUT/other']
  let all = await transcript([...built, ...kept, ...elsewhere], above)
  writeFileSync(join(place.out, 'data/current.json'), '{}')
  all += await transcript(['check --snapshot', 'check --snapshot --json --quiet'], above)
  place.write(wrong)
  await expect(all + (await transcript(sessions, above))).toMatchFileSnapshot('transcript.txt')
})

test('what it lists and counts is as written down', async () => {
  const posts = await workspace(listed)
  const blog = place
  place = posts
  try {
    const counts = ['stats', 'stats --json', 'stats --workspace docs', 'stats --workspace dosc']
    const lines = [...lists, ...[...counts, 'tty60 stats'].map((words) => `${words} --content CONTENT`)]
    await expect(await transcript(lines)).toMatchFileSnapshot('lists.txt')
  } finally {
    posts.remove()
    place = blog
  }
})
