// The token of `galley dev --edit`: where it is printed and kept, how long it lasts, and what in place of its file is not believed.
// The last of these is asked of the function itself: `dev` takes a second to start, for each of some twenty files.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deskToken } from '../../bin/desk/token.ts'
import { type GalleyHere, galleyHere, urlOf } from '../support/command.ts'
import { isInstalled } from '../support/program.ts'
import { makePages, postFile, type Workspace, workspace } from '../support/workspace.ts'

const isWindows = process.platform === 'win32'
const modeOf = (path: string) => statSync(path).mode & 0o777

describe('the token of galley dev --edit', () => {
  let place: Workspace
  let file: string
  beforeAll(async () => {
    place = await workspace({ 'blog/posts/hello.md': postFile() })
    makePages(place.out)
    file = join(place.out, 'desk-token')
  })
  afterAll(() => place.remove())

  let running: GalleyHere | undefined
  // One that a test has not stopped, since it failed.
  afterEach(() => running?.stop())

  /** Gives the output, and the status of a request with a token while it ran. */
  async function started(more: readonly string[] = [], shown = '') {
    const flags = ['--content', place.dir, '--out', place.out, '--port', '0']
    running = galleyHere(['dev', '--edit', ...flags, ...more])
    const [, url = '', printed = ''] = await running.says(/(http:\S+)\/docs\/desk\/#token=([\w-]+) \(/)
    const headers = { 'Galley-Desk': shown || printed }
    const { status } = await fetch(`${url}/docs/desk/local/edit/form?workspace=blog`, { headers })
    await running.stop()
    return { url, printed, status, stdout: running.stdout(), stderr: running.stderr() }
  }

  test('has 256 random bits in a file of this user alone, and survives a restart, so that a page goes on', async () => {
    const { printed, status } = await started()
    expect([Buffer.from(printed, 'base64url').length, printed.length, status]).toEqual([32, 43, 200])
    expect(readFileSync(file, 'utf8')).toBe(printed)
    if (!isWindows) expect(modeOf(file)).toBe(0o600)
    expect(await started([], printed)).toMatchObject({ printed, status: 200 })
    rmSync(file)
    const next = await started([], printed)
    expect([next.printed === printed, next.status]).toEqual([false, 403])
  })

  test('is printed once, in an address: also with --quiet, and with --json as one of its values', async () => {
    for (const more of [['--quiet'], ['--json', '--quiet']]) {
      const { url, printed, stdout, stderr } = await started(more)
      expect(stderr).toMatch(/^Your posts, as readers will see them: http:\S+\/docs\/desk\/#token=\S+ \(/m)
      expect(stderr.split(printed), more.join()).toHaveLength(2)
      const lines = more.includes('--json') ? stdout.trim().split('\n') : []
      const said = lines.map((line) => JSON.parse(line)).filter((line) => 'limiter' in line)
      expect(said.map(({ desk }) => desk)).toEqual(
        lines.length > 0 ? [`${url}/docs/desk/#token=${printed}`] : [],
      )
      expect(stdout.split(printed)).toHaveLength(1 + said.length)
    }
  })

  test('is in nothing else that is written, published or served', async () => {
    const { printed } = await started()
    const running = galleyHere(['serve', '--dir', place.out, '--port', '0'])
    const url = await urlOf(running)
    for (const path of ['desk-token', '%2e%2e/desk-token', 'docs/desk-token', 'media/desk-token'])
      expect((await fetch(`${url}/${path}`)).status).toBe(404)
    await running.stop()
    if (isWindows) return
    const found = execFileSync('grep', ['-rlF', '--', printed, dirname(place.dir)], { encoding: 'utf8' })
    expect(found.trim().split('\n')).toEqual([file])
  })
})

describe('a file in its place', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'galley-')), 'dist')
    file = join(folder, 'desk-token')
    mkdirSync(folder)
  })
  afterEach(() => rmSync(dirname(folder), { recursive: true }))

  const planted = 'A'.repeat(43)
  const token = () => deskToken(folder, process.env)
  const plant = (text: string) => writeFileSync(file, text, { mode: 0o600 })
  /** Made anew, for this user alone. */
  function expectNew(): void {
    const made = token()
    expect([made === planted, lstatSync(file).isFile(), readFileSync(file, 'utf8')]).toEqual([
      false,
      true,
      made,
    ])
    expect(token()).toBe(made)
    if (!isWindows) expect([modeOf(file), statSync(file).uid]).toEqual([0o600, process.geteuid?.()])
  }

  test('is the token if it has one', () => {
    plant(planted)
    expect(token()).toBe(planted)
  })

  test('is made anew if it is no token', () => {
    for (const wrong of ['', 'x', `${planted}\n`, `${planted}A`, `${planted.slice(1)}/`, `\n${planted}`]) {
      plant(wrong)
      expectNew()
      rmSync(file)
    }
  })

  test.skipIf(isWindows)('is made anew if others could read or write it', () => {
    for (const mode of [0o604, 0o601, 0o602, 0o640, 0o620, 0o644, 0o666, 0o777]) {
      plant(planted)
      chmodSync(file, mode)
      expectNew()
      rmSync(file)
    }
  })

  test.skipIf(process.geteuid?.() !== 0)('is made anew if it is that of another user', () => {
    plant(planted)
    chownSync(file, 65_534, 65_534)
    expectNew()
  })

  test.skipIf(isWindows)('is read and written through no link, and waited for in no pipe', () => {
    const other = join(dirname(folder), 'other')
    writeFileSync(other, planted, { mode: 0o600 })
    symlinkSync(other, file)
    expectNew()
    expect(readFileSync(other, 'utf8')).toBe(planted)
    rmSync(file)
    symlinkSync(join(dirname(folder), 'none'), file)
    expectNew()
    expect(lstatSync(join(dirname(folder), 'none'), { throwIfNoEntry: false })).toBeUndefined()
    rmSync(file)
    execFileSync('mkfifo', ['-m', '600', file])
    expectNew()
  })

  test('is an error if it is a folder, which stays', () => {
    mkdirSync(join(file, 'mine'), { recursive: true })
    expect(token).toThrow(/desk-token/)
    expect(statSync(join(file, 'mine')).isDirectory()).toBe(true)
  })

  test.skipIf(!isInstalled('git'))('is not believed if it was committed, whatever its modes', () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', dirname(folder), ...args], { stdio: 'ignore' })
    git('init')
    plant(planted)
    expect(token()).toBe(planted)
    git('add', '--force', file)
    expect(token()).not.toBe(planted)
  })
})
