// Commands do not quote defaults as if somebody had typed them, and say what to write where something is missing.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from '../../bin/commands.ts'
import { galleyHere, inFolder, ran } from '../support/command.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const bucket = ['s3://content/blog']

/** The words after a command: none, and those that lead past the first thing that is missing. */
const lines: Record<string, string[][]> = {
  rename: [[], ['one'], ['one', 'two']],
  show: [[], ['none']],
  share: [[], ['blog/draft']],
  types: [[], ['http://127.0.0.1:1/v1/blog']],
  import: [[], ['../source']],
  new: [[], ['post'], ['post', 'On tables'], ['author', 'Zoe'], ['tag', 'Web'], ['workspace', 'Other']],
  announce: [[], ['--since', 'revisions.json']],
  'bucket push': [[], bucket],
  'bucket pull': [[], bucket],
  'bucket rollback': [[], bucket],
  'bucket prune': [[], bucket, [...bucket, '--keep', '1']],
}

/** Settings without which a command would stop before it looks at flags. */
const variables = { GALLEY_SHARE_SECRET: 'Xr4TqENsRjCkV8vxnLqbB2', GALLEY_INDEXNOW: 'blog=1f0c8a3b5d7e4962' }

let place: Workspace
beforeAll(async () => {
  place = await workspace({
    'blog/posts/one.md': postFile(),
    'blog/posts/draft.md': postFile({ status: 'draft' }),
    '../source/a.md': postFile(),
    '../empty/.keep': '',
  })
})
afterAll(() => place.remove())

const servers = ['dev', 'serve']
const rows = Object.keys(commands)
  .filter((name) => !servers.includes(name))
  .flatMap((name) => (lines[name] ?? [[]]).map((rest): [string, string[]] => [name, rest]))

test.each(rows)('galley %s %j says nothing of flags as if they had been typed', async (name, rest) => {
  for (const folder of ['..', '../empty']) {
    for (const env of [{}, variables]) {
      const argv = [...name.split(' '), ...rest]
      const { stdout, stderr } = await inFolder(`${place.dir}/${folder}`, () => ran(argv, env))
      expectNoTyped(stdout + stderr, rest)
      if (stderr.includes(' missing')) expect(stderr).toMatch(/missing.* (?:Write|Run it with|set) /)
    }
  }
})

test.each(servers)('galley %s says nothing of flags as if they had been typed', async (name) => {
  await place.build()
  await inFolder(`${place.dir}/..`, async () => {
    const running = galleyHere([name], { PORT: '0' })
    await running.says(/Galley answers at/)
    await running.stop()
    expectNoTyped(running.stdout() + running.stderr(), [])
  })
})

/** `--flag "value"` and `VARIABLE "value"` quote what somebody has written. */
function expectNoTyped(said: string, rest: readonly string[]): void {
  const quoted = [...said.matchAll(/(?:--[a-z-]+|\b[A-Z][A-Z_]{3,}) "([^"]*)"/g)].map(([, value]) => value!)
  expect(quoted.filter((value) => !rest.includes(value))).toEqual([])
  expect(said).not.toMatch(/""|\bundefined\b|\bNaN\b/)
}
