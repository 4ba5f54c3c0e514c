// What servers print, whatever content, snapshots and requests hold: nothing that does anything to a terminal or a runner.
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { currentChecksum } from '../../snapshot/format/format.ts'
import { type Galley, galley } from '../support/command.ts'
import { harmIn } from '../support/harmless.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

/** Commands of runners, a cursor that moves, text turned around, and what cannot be seen. */
const NASTY = '::error title=x::##[add-mask]a\x1b[2J\x07\u202e\u200b ##vso[x]'

let place: Workspace
let running: Galley | undefined

beforeEach(async () => {
  place = await workspace({
    [`${NASTY}/posts/${NASTY}.md`]: postFile({ slug: 'a' }),
    [`${NASTY}/workspace.yml`]: 'key: k\n',
  })
})
afterEach(async () => {
  running?.process.kill('SIGKILL')
  await running?.ended
  running = undefined
  place.remove()
})

const env = { VERCEL_ENV: 'preview', VERCEL_GIT_COMMIT_REF: NASTY, BASE_URL: 'https://example.org' }

async function build(): Promise<void> {
  running = galley(['build', '--content', place.dir, '--out', place.out, '--drafts'], env)
  expect(await running.ended, running.stderr()).toBe(0)
  expectHarmless(running)
}

function expectHarmless({ stdout, stderr }: Galley): void {
  for (const text of [stdout(), stderr()]) expect(harmIn(text), JSON.stringify(text)).toEqual([])
}

/** Sends bytes that are no decent request, and reads what comes. */
function send(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let reply = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('data', (text) => {
      reply += text
    })
    socket.on('error', reject).on('close', () => resolve(reply))
    socket.end(bytes)
  })
}

test.skipIf(process.platform === 'win32').each([[[]], [['--json']]])('galley serve %j', async (flags) => {
  await build()
  running = galley(['serve', '--dir', place.out, '--port', '0', '--drafts', ...flags])
  const [, url] = await running.says(/(http:[^\s"]+)/)
  await running.says(/verified: .*preview of ::error/)
  const path = join(place.out, 'data/current.json')
  const current = JSON.parse(readFileSync(path, 'utf8'))
  const [{ hash }] = Object.values(current.workspaces) as [{ hash: string }]
  writeFileSync(join(place.out, 'data', hash, 'short.bin'), '')

  const target = `/v1/k/posts/${encodeURIComponent(NASTY)}`
  await send(url!, `GET ${target} HTTP/1.1\r\nHost: ${NASTY}\r\nX-${NASTY}: ${NASTY}\r\n\r\n`)
  await send(url!, `GET ${target}?${NASTY} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  await send(url!, 'GET /v1/k/posts HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')

  const other = { ...current, preview: `${NASTY}2`, workspaces: { [`${NASTY}2`]: { hash, keys: ['k'] } } }
  writeFileSync(path, JSON.stringify({ ...other, crc32: currentChecksum(other) }))
  await running.says(/swapped in: .*2\)|galley: .*; .*galley build/)
  writeFileSync(path, `{"format": "${NASTY}\n::error::x`)
  await running.says(/galley: .*(not valid JSON|JSON at position|Bad control character|Unexpected).*; /)
  expectHarmless(running)
  if (flags.length > 0) expect(JSON.parse(running.stdout()).url).toBe(url)
})

test.skipIf(process.platform === 'win32')('galley dev', async () => {
  running = galley(['dev', '--content', place.dir, '--out', place.out, '--port', '0'], env)
  await running.says(/curl/)
  place.write({ [`${NASTY}/posts/b.md`]: `---\ntitle: "${NASTY}"\n${NASTY}: |\n---\n` })
  await running.says(/is still being served\.\n/)
  expectHarmless(running)
  expect(running.stderr()).toContain('\\x3a:error title=x::\\x23#[add-mask]a\\x1b[2J')
})

test.skipIf(process.platform === 'win32')('galley build --json', async () => {
  running = galley(['build', '--content', place.dir, '--out', place.out, '--drafts', '--json'], env)
  expect(await running.ended, running.stderr()).toBe(0)
  expectHarmless(running)
  expect(JSON.parse(running.stdout()).workspaces[0].folder).toBe(NASTY)
})
