// A variable of Galley's that there is not: an operator believes that it does something.
import { afterEach, describe, expect, test } from 'vitest'
import { variables } from '../../snapshot/variables.ts'
import { galleyHere, ran } from '../support/command.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place.remove())

const told = (name: string, hint: string) =>
  `galley: ${name} is set, but Galley has no such variable. ${hint}`
const likely = told('GALLEY_RATELIMIT', 'Did you mean "GALLEY_RATE_LIMIT"?')

describe('a variable that nobody reads', () => {
  test.each([['build'], ['check'], ['check', '--snapshot']])(
    'is told by %s, in one line, and changes nothing',
    async (...argv) => {
      place = await workspace({ 'blog/posts/a.md': postFile() })
      await place.build()
      const folders = ['--content', place.dir, '--out', place.out]
      const usual = await ran([...argv, ...folders, '--quiet'])
      expect(usual).toMatchObject({ code: 0, stderr: '' })
      const env = { GALLEY_RATELIMIT: '5/1s' }
      expect(await ran([...argv, ...folders, '--quiet'], env)).toEqual({ ...usual, stderr: `${likely}\n` })
    },
  )

  test.each(['serve', 'dev'])('is told by %s before it answers', async (name) => {
    place = await workspace({ 'blog/posts/a.md': postFile() })
    await place.build()
    const folders = name === 'serve' ? ['--dir', place.out] : ['--content', place.dir, '--out', place.out]
    const running = galleyHere([name, '--port', '0', ...folders], { GALLEY_RATELIMIT: '5/1s' })
    await running.says(/Galley answers at/)
    expect(
      running
        .stderr()
        .split('\n')
        .filter((line) => line.includes('RATELIMIT')),
    ).toEqual([likely])
    await running.stop()
  })

  test('is not told by commands that read none', async () => {
    expect(await ran(['key'], { GALLEY_RATELIMIT: '5/1s' })).toMatchObject({ code: 0, stderr: '' })
    expect(await ran(['build', '--help'], { GALLEY_RATELIMIT: '5/1s' })).toMatchObject({ stderr: '' })
  })

  const known = `Known variables: ${variables.join(', ')}.`
  test.each([
    ['GALLEY_KEY', 'Did you mean "GALLEY_KEYS"?'],
    ['GALLEY_CLIENT_LIMIT', 'Did you mean "GALLEY_CLIENT_RATE_LIMIT"?'],
    ['GALLEY_MAX_CONECTIONS', 'Did you mean "GALLEY_MAX_CONNECTIONS"?'],
    ['GALLEY_rate_limit', 'Did you mean "GALLEY_RATE_LIMIT"?'],
    ['GALLEY_BASE_URL', 'Did you mean "BASE_URL"?'],
    ['GALLEY_REDIS_ULR', 'Did you mean "REDIS_URL"?'],
    ['GALLEY_UNKNOWN', known],
    ['GALLEY_', known],
    [`GALLEY_${'X'.repeat(5_000)}`, known],
  ])('is told with the nearest one: %s', async (name, hint) => {
    place = await workspace({ 'blog/posts/a.md': postFile() })
    const { stderr } = await ran(['check', '--quiet', '--content', place.dir], { [name]: 'secret' })
    expect(stderr).toBe(`${told(name, hint)}\n`)
  })

  test('is told as text, whatever its name contains, and its value is not told', async () => {
    place = await workspace({ 'blog/posts/a.md': postFile() })
    const env = { 'GALLEY_\u001b[2J\n::error::x': 'secret', GALLEY_CASHE: 'secret' }
    const { stderr } = await ran(['check', '--quiet', '--content', place.dir], env)
    expect(stderr.split('\n')).toHaveLength(3)
    expect(stderr).toContain('GALLEY_\\x1b[2J\\x0a')
    expect(stderr).not.toContain('secret')
  })

  test.each([
    { GALLEY_RATELIMIT: '' },
    { GALLEY_RATELIMIT: ' ' },
    { galley_rate_limit: '5/1s', Galley_X: '1', MY_GALLEY_X: '1', GALLEYX: '1' },
    { GALLEY_URL: 'https://api.example.org/v1/blog' },
    Object.fromEntries(variables.map((name) => [name, ''])),
  ])('is not any of %j', async (env) => {
    place = await workspace({ 'blog/posts/a.md': postFile() })
    expect(await ran(['check', '--quiet', '--content', place.dir], env)).toMatchObject({ stderr: '' })
  })
})
