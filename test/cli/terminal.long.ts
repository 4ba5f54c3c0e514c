// The command line in a real terminal, as its user sees it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { verifySnapshot } from '../../snapshot/read/verify.ts'
import { isInstalled } from '../support/program.ts'
import { json } from '../support/talk.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'
import { hold } from './hold.ts'
import { type Terminal, terminal } from './terminal.ts'

const isHere = isInstalled('tmux', '-V')
const program = fileURLToPath(new URL('../../bin/galley.mjs', import.meta.url))
const run = (args: string) => `${process.execPath} ${program} ${args}; echo "code $?"`

let place: Workspace
let screen: Terminal
let letGo: (() => void) | undefined

async function open(env?: Record<string, string>): Promise<void> {
  place = await workspace({ 'demo/posts/hello.md': postFile() })
  screen = terminal(join(place.dir, '..'), env)
  await screen.shows(/^\$/)
}

afterEach(async () => {
  screen?.close()
  letGo?.()
  letGo = undefined
  place?.remove()
})

const title = isHere ? 'in a terminal' : 'in a terminal (skipped: there is no tmux)'

describe.skipIf(!isHere)(title, () => {
  test('a slow build shows a bar, which is gone when it has finished', async () => {
    await open()
    await place.build()
    letGo = hold(join(place.out, 'data'))
    screen.type(run('build'))
    await screen.shows(/Writing ░{24} {3}0 % {2}0 of 1 posts/)
    letGo()
    const output = await screen.shows(/code 0/)
    expect(output).toMatch(
      /\ndemo: 1 post, .*\nBuilt in \d+ ms: 0 errors, 0 warnings\.\nReading took [^\n]*\ncode 0/,
    )
    expect(output).not.toContain('█')
    expect(screen.colours()).toContain('\x1b[32mBuilt in')
  })

  test('Ctrl-C ends a build at once, and keeps the previous snapshot', async () => {
    await open()
    const { workspaces } = await place.build()
    place.write({ 'demo/posts/hello.md': postFile({ title: 'Changed' }) })
    letGo = hold(join(place.out, 'data'))
    screen.type(run('build'))
    await screen.shows(/Writing ░{24} {3}0 % {2}0 of 1 posts/)
    screen.press('C-c', 'C-c')
    const output = await screen.shows(/code 130/)
    expect(output).not.toMatch(/█|^ +at /m)
    expect(verifySnapshot(join(place.out, 'data'))).toEqual([])
    expect(readdirSync(join(place.out, 'data'))).toContain(workspaces[0]!.hash)
    letGo()
    screen.type(`clear; ${run('build --quiet')}`)
    await screen.shows(/code 0/)
    expect(readdirSync(place.out).sort()).toEqual(['data', 'public'])
    expect(readdirSync(join(place.out, 'data')).filter((name) => name.startsWith('.'))).toEqual([])
  })

  test('a mistake is shown in its line, in colours', async () => {
    await open()
    place.write({ 'demo/posts/hello.md': postFile({ titel: 'x' }) })
    screen.type(run('build'))
    const output = await screen.shows(/code 1/)
    expect(output).toContain(
      [
        'content/demo/posts/hello.md:6:1  error  unknown-key  There is no key "titel". Did you mean "title"?',
        '  6 | titel: x',
        '    | ^^^^^',
        'The build failed: 1 error, 0 warnings.',
      ].join('\n'),
    )
    expect(screen.colours()).toMatch(/\x1b\[31m(\x1b\[\d+m)*\^{5}/)
  })

  test('check --fix asks about each slip of a name', async () => {
    await open()
    const post = postFile({ tags: '[javscript, wbe]' })
    place.write({
      'demo/posts/hello.md': post,
      'demo/tags.yml': 'web: { name: Web }\njavascript: { nam: JavaScript }\n',
    })
    screen.type(run('check --fix'))
    await screen.shows(/\^{9}\n *Write javascript\? \[yes\]$/)
    screen.press('Enter')
    await screen.shows(/\^{3}\n *Write web\? \[yes\]$/)
    screen.type('no')
    const output = await screen.shows(/code 1/)
    expect(output).toMatch(/tags\.yml:2:15 {2}is fixed: nam → name\n/)
    expect(readFileSync(join(place.dir, 'demo/posts/hello.md'), 'utf8')).toBe(post.replace('javs', 'javas'))
  })

  test('there are no colours if they are turned off', async () => {
    await open({ NO_COLOR: '1' })
    screen.type(run('build'))
    await screen.shows(/code 0/)
    expect(screen.colours()).not.toContain('\x1b[')
  })

  test('dev serves what is saved, shows what is wrong, and ends on Ctrl-C', async () => {
    await open()
    screen.type(`clear; ${run('dev --port 0')}`)
    const [, url] = (await screen.shows(/curl "/)).match(/Galley answers at (\S+) /)!
    const titles = async () => (await json(await fetch(`${url}/v1/demo/posts`))).posts[0].title
    expect(await titles()).toBe('Hello')
    place.write({ 'demo/posts/hello.md': postFile({ title: 'Saved' }) })
    await expect.poll(titles).toBe('Saved')
    place.write({ 'demo/posts/hello.md': postFile({ titel: 'x' }) })
    await screen.shows(/6 \| titel: x\n[ |]+\^{5}\n.*\nThe last good build is still being served\./)
    expect(await titles()).toBe('Saved')
    place.write({ 'demo/posts/hello.md': postFile({ title: 'Mended' }) })
    await expect.poll(titles).toBe('Mended')
    screen.press('C-c', 'C-c')
    const output = await screen.shows(/code 130/)
    expect(output).not.toMatch(/^ +at /m)
  })

  test('serve ends on Ctrl-C', async () => {
    await open()
    await place.build()
    screen.type(`clear; ${run('serve --port 0')}`)
    await screen.shows(/verified: snapshot/)
    screen.press('C-c')
    await screen.shows(/\^C\n\S+Z galley: answered 0 requests in \d+ s\ncode 130\n\$$/)
  })
})
