// What the desk of `galley dev --edit` does with names and files that somebody has made to mislead it, with posts that are made,
// renamed and deleted, and with images.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Editing, editing } from '../support/editing.ts'
import { png } from '../support/picture.ts'
import { postFile } from '../support/workspace.ts'

describe('files and the desk of galley dev --edit', () => {
  let desk: Editing
  const path = (file: string) => join(desk.place.dir, file)
  const read = (file: string) => readFileSync(path(file), 'utf8')
  const edits = [{ from: 4, to: 4, text: '# written\n' }]
  const secret = postFile({ title: 'Secret' })

  beforeAll(async () => {
    desk = await editing({
      'blog/workspace.yml': 'url: https://example.org/{slug}\n',
      'blog/posts/hello.md': postFile({}, 'See [the other](other.md) and [it](other.md#x).\n'),
      'blog/posts/other.md': postFile({ title: 'Other' }, '## X\n'),
      'blog/posts/moving.md': postFile({ title: 'Moving' }),
      'blog/posts/pipe.md': postFile({ title: 'Pipe' }),
      'blog/posts/deep/in.md': postFile({ title: 'In' }),
      'blog/posts/gone.md': postFile({ title: 'Gone' }),
      'blog/notes.txt': 'x',
      '../outside/in.md': secret,
      '../outside/posts/in.md': secret,
    })
  })
  afterAll(() => desk?.close())

  const outside = () => readFileSync(join(desk.place.dir, '../outside/in.md'), 'utf8')

  test('are only those that a build knows as posts, whatever a name says', async () => {
    const { tag } = await desk.source('posts/hello.md')
    for (const file of [
      '',
      '.',
      '..',
      '../../outside/in.md',
      'posts/../../../outside/in.md',
      'posts/./hello.md',
      'posts//hello.md',
      '/posts/hello.md',
      path('blog/posts/hello.md'),
      'posts\\hello.md',
      'posts/hello.md\0',
      'posts/hello.md/',
      'posts%2fhello.md',
      'POSTS/HELLO.MD',
      'workspace.yml',
      'notes.txt',
      '_deleted/x.md',
      '.git/config',
      'toString',
      '__proto__',
    ]) {
      expect((await desk.source(file)).status, file).toBe(404)
      expect((await desk.put(file, edits, tag)).status, file).toBe(404)
      const given = { workspace: 'blog', file, slug: 'x', name: 'x.png', data: '', text: '' }
      for (const route of ['rename', 'delete', 'media', 'preview'])
        expect((await desk.post(route, given, tag)).status, `${route} ${file}`).toBe(404)
    }
    for (const folder of ['', '..', '.', 'blog/..', '../content/blog', 'none', '__proto__'])
      expect((await desk.source('posts/hello.md', folder)).status, folder).toBe(404)
    expect(outside()).toBe(secret)
  })

  test('are reached through no link, also if one takes the place of a file or a folder that was read', async () => {
    const swap = async (name: string, target: string, file: string) => {
      const { tag, status } = await desk.source(file)
      expect(status).toBe(200)
      renameSync(path(`blog/${name}`), path(`../was`))
      symlinkSync(path(target), path(`blog/${name}`))
      try {
        const given = { workspace: 'blog', file, slug: 'x', name: 'x.png', data: png(1).toString('base64') }
        const replies = [
          await desk.ask('GET', `edit/source?workspace=blog&file=${file}`),
          await desk.put(file, edits, tag),
          await desk.post('rename', given, tag),
          await desk.post('delete', given, tag),
          await desk.post('media', given),
        ]
        for (const { status, json } of replies) expect([422, 404], json.message).toContain(status)
        expect(outside()).toBe(secret)
        expect(readdirSync(path('../outside'))).toEqual(['in.md', 'posts'])
      } finally {
        rmSync(path(`blog/${name}`))
        renameSync(path('../was'), path(`blog/${name}`))
      }
    }
    await swap('posts/moving.md', '../outside/in.md', 'posts/moving.md')
    await swap('posts/moving.md', 'blog/posts/hello.md', 'posts/moving.md')
    await swap('posts/deep', '../outside', 'posts/deep/in.md')
    await swap('posts', '../outside', 'posts/hello.md')
    expect(read('blog/posts/hello.md')).not.toContain('written')
  })

  test('are no workspace that is a link', async () => {
    const build = await desk.build()
    symlinkSync(path('../outside'), path('linked'))
    await desk.built(build)
    expect((await desk.source('posts/in.md', 'linked')).status).toBe(404)
    rmSync(path('linked'))
  })

  test.skipIf(process.platform === 'win32')('are no pipes, and nobody waits for one', async () => {
    const { tag } = await desk.source('posts/pipe.md')
    rmSync(path('blog/posts/pipe.md'))
    expect(spawnSync('mkfifo', [path('blog/posts/pipe.md')]).status).toBe(0)
    expect((await desk.ask('GET', 'edit/source?workspace=blog&file=posts/pipe.md')).status).toBe(422)
    expect((await desk.put('posts/pipe.md', edits, tag)).status).toBe(422)
    rmSync(path('blog/posts/pipe.md'))
    expect([404, 422]).toContain((await desk.put('posts/pipe.md', edits, tag)).status)
    expect(existsSync(path('blog/posts/pipe.md'))).toBe(false)
  })

  test('are made as by galley new, and never over another one', async () => {
    const given = {
      workspace: 'blog',
      title: 'On tables',
      category: 'news',
      authors: ['ada'],
      tags: ['a', 'b'],
    }
    const { status, json } = await desk.post('posts', given)
    expect([status, json]).toEqual([201, { file: 'posts/on-tables.md', slug: 'on-tables' }])
    expect(read('blog/posts/on-tables.md')).toMatch(
      /^---\ntitle: On tables\n.*status: draft\nauthors: \[ada\]\ncategory: news\ntags: \[a, b\]\n---\n/s,
    )
    const { tag, status: known } = await desk.source('posts/on-tables.md')
    expect(known).toBe(200)
    const again = await desk.post('posts', given)
    expect([again.status, again.json.message]).toEqual([
      422,
      expect.stringMatching(/is taken: .* Write another title\.$/),
    ])
    expect((await desk.source('posts/on-tables.md')).tag).toBe(tag)
    for (const [wrong, message] of [
      [{ ...given, title: ' ' }, /The title is empty/],
      [{ ...given, title: '!!!' }, /No slug can be made from "!!!". Write another title\.$/],
      [{ ...given, title: 'New', authors: [] }, /Whose post is it\? Authors: ada\.$/],
      [{ ...given, title: 'New', category: undefined }, /Which category\? Categories: news\.$/],
      [{ ...given, title: 'New', fields: { colour: 'red' } }, /There is no field "colour"/],
    ] as const) {
      const reply = await desk.post('posts', wrong)
      expect([reply.status, reply.json.message]).toEqual([422, expect.stringMatching(message)])
    }
    for (const wrong of [
      { ...given, title: 7 },
      { ...given, tags: [1] },
      { ...given, fields: [] },
      { ...given, workspace: 7 },
    ])
      expect((await desk.post('posts', wrong)).status).toBe(400)
  })

  test('get another slug as by galley rename: links follow, and the old one leads there', async () => {
    const { tag } = await desk.source('posts/other.md')
    const given = { workspace: 'blog', file: 'posts/other.md', slug: 'another' }
    expect((await desk.post('rename', { ...given, slug: 'hello' }, tag)).status).toBe(422)
    expect((await desk.post('rename', { ...given, slug: '../x' }, tag)).status).toBe(422)
    const { status, json } = await desk.post('rename', given, tag)
    expect([status, json]).toEqual([200, { file: 'posts/another.md', slug: 'another', links: 2 }])
    expect(read('blog/posts/hello.md')).toContain('[the other](another.md) and [it](another.md#x)')
    expect(read('blog/posts/another.md')).toContain('aliases: [other]')
    expect((await desk.source('posts/another.md')).status).toBe(200)
    expect((await desk.post('rename', given, tag)).status).toBe(404)
  })

  test('go to a folder that builds ignore when they are deleted, under a name that nothing has', async () => {
    const before = read('blog/posts/gone.md')
    for (const name of ['gone', 'gone-2', 'gone-3']) {
      writeFileSync(path('blog/posts/gone.md'), `${before}${name}`)
      const { tag } = await desk.source('posts/gone.md')
      const { status, json } = await desk.post('delete', { workspace: 'blog', file: 'posts/gone.md' }, tag)
      expect([status, json]).toEqual([200, { moved: `${desk.place.dir}/blog/_deleted/posts/${name}.md` }])
      expect(read(`blog/_deleted/posts/${name}.md`)).toBe(`${before}${name}`)
      expect(existsSync(path('blog/posts/gone.md'))).toBe(false)
    }
    const { tag } = await desk.source('posts/moving.md')
    rmSync(path('blog/_deleted'), { recursive: true })
    symlinkSync(path('../outside'), path('blog/_deleted'))
    expect((await desk.post('delete', { workspace: 'blog', file: 'posts/moving.md' }, tag)).status).toBe(422)
    expect(existsSync(path('blog/posts/moving.md'))).toBe(true)
    rmSync(path('blog/_deleted'))
  })

  test('get no name that Windows does not have, and who writes is told another one', async () => {
    const before = readdirSync(path('blog/posts')).sort()
    const base = { workspace: 'blog', file: 'posts/hello.md' }
    const none = (name: string) => `Windows has no file or folder with the name "${name}". `
    for (const [name, instead] of [
      ['nul.png', 'nul-1.png'],
      ['COM1.tar.png', 'COM1-1.tar.png'],
      ['x:y.png', 'x-y.png'],
      ['a?.png', 'a-.png'],
      ['<|>.png', '---.png'],
    ] as const) {
      const { status, json } = await desk.post('media', { ...base, name, data: png().toString('base64') })
      expect([status, json.message]).toEqual([422, `${none(name)}Name it "${instead}".`])
    }
    const title = { workspace: 'blog', title: 'Nul', authors: ['ada'], category: 'news' }
    const made = await desk.post('posts', title)
    expect([made.status, made.json.message]).toEqual([422, `${none('nul.md')}Write another title.`])
    const { tag } = await desk.source('posts/hello.md')
    const renamed = await desk.post('rename', { ...base, slug: 'lpt1' }, tag)
    expect([renamed.status, renamed.json.message]).toEqual([422, `${none('lpt1.md')}Write another slug.`])
    expect(readdirSync(path('blog/posts')).sort()).toEqual(before)
  })

  test('that are pasted are images of the type in their names', async () => {
    const before = readdirSync(path('blog/posts')).sort()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
    const html = Buffer.from(`<!doctype html><body>${svg}`)
    for (const [name, data, told] of [
      ['drawing.png', svg, 'Rename it to drawing.svg.'],
      ['photo.v2.jpg', png(), 'Rename it to photo.v2.png.'],
      ['page.png', html, 'Save it again.'],
      ['page.svg', html, 'Save it again.'],
    ] as const) {
      const given = { workspace: 'blog', file: 'posts/hello.md', name, data: data.toString('base64') }
      const { status, json } = await desk.post('media', given)
      expect([status, json.message]).toEqual([422, expect.stringContaining(told)])
      expect(json.message).toContain(name)
    }
    expect(readdirSync(path('blog/posts')).sort()).toEqual(before)
  })

  test('that are pasted lie beside the post, if builds take them, and replace nothing', async () => {
    const add = async (name: string, data: Buffer | string) => {
      const given = {
        workspace: 'blog',
        file: 'posts/hello.md',
        name,
        data: Buffer.from(data).toString('base64'),
      }
      const { status, json } = await desk.post('media', given)
      return [status, json.path]
    }
    const before = new Set(readdirSync(path('blog/posts')))
    const added = () =>
      readdirSync(path('blog/posts'))
        .filter((name) => !before.has(name))
        .sort()
    expect(await add('a.png', png(1))).toEqual([201, 'a.png'])
    expect(await add('a.png', png(1))).toEqual([201, 'a.png'])
    expect(await add('a.png', png(2))).toEqual([201, 'a-2.png'])
    expect(await add('A.PNG', png(3))).toEqual([201, 'A-3.PNG'])
    expect(await add('my (own) é.png', png(1))).toEqual([201, 'my%20%28own%29%20%C3%A9.png'])
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><script>alert(1)</script></svg>'
    expect(await add('x.svg', svg)).toEqual([201, 'x.svg'])
    const there = added()
    for (const [name, data] of [
      ['../x.png', png(1)],
      ['x/y.png', png(1)],
      ['x\\y.png', png(1)],
      ['.env', 'x'],
      ['.x.png', png(1)],
      ['_x.png', png(1)],
      ['~$x.png', png(1)],
      ['x.html', '<p>'],
      ['x.js', 'x'],
      ['hello.md', postFile()],
      ['x', 'x'],
      ['', 'x'],
      ['x\0.png', png(1)],
      ['x\n.png', png(1)],
      [`${'x'.repeat(300)}.png`, png(1)],
      ['fake.png', 'no image'],
      ['fake.svg', '<p>'],
      ['empty.png', ''],
      ['pointer.png', 'version https://git-lfs.github.com/spec/v1\n'],
    ] as const)
      expect((await add(name, data))[0], name).toBe(422)
    expect((await add('large.png', Buffer.alloc(40 * 1024 * 1024)))[0]).toBe(413)
    const wrong = { workspace: 'blog', file: 'posts/hello.md', name: 'x.png', data: 'no base64' }
    expect((await desk.post('media', wrong)).status).toBe(400)
    expect(added()).toEqual(there)
    // The desk shows it at once, though no build has read the text.
    const text = postFile({}, '![x](a.png)\n')
    const build = await desk.build()
    writeFileSync(path('blog/posts/moving.md'), postFile({ title: 'Moving' }, 'More.\n'))
    await desk.built(build)
    const { json } = await desk.post('preview', { workspace: 'blog', file: 'posts/hello.md', text })
    const [, name] = /\/media\/([^"]+)"/.exec(json.post.content)!
    expect((await desk.ask('GET', `media/${name}`)).headers['content-type']).toBe('image/png')
  })
})
