// Every file below the content root is used or reported.

import { execFileSync } from 'node:child_process'
import fs, { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { check } from '../../build/index.ts'
import { png } from '../support/picture.ts'
import { problemLine } from '../support/problem-line.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

/** Allows fewer names, and has neither pipes nor unreadable files. */
const isWindows = process.platform === 'win32'

let place: Workspace
afterEach(() => place?.remove())

/** Builds a valid workspace `blog` plus these files. @returns its problems, one per line, without the root's path */
async function problems(files: Files, prepare = (_dir: string) => {}): Promise<string[]> {
  place = await workspace({ 'blog/posts/hello.md': postFile(), ...files })
  prepare(place.dir)
  const result = await place.build()
  return result.problems.map((problem) => problemLine(problem).replaceAll(`${place.dir}/`, ''))
}

/** Each, or a few together, in a workspace of its own, which has a post. */
const beside = `
  hello.md notes.markdown authors/ada.md authors/README.md posts/old.markdown posts/old.MKD posts/old.mdown
  posts/deep/old.mdx posts/OLD.MDX posts/OLD.MD posts/README.markdown posts/LICENCE.mdx posts/md posts/a.mdwn
  posts/a.md.bak posts/notes.txt posts/data.yml posts/workspace.yaml posts/authors/ada.yml posts/picture.png
  posts/photo.heic posts/README workspace.yaml Workspace.yml WORKSPACE.YAML categories.yaml tags.yaml TAGS.YML
  tag.yml my-tags.yml old-categories.yml a-workspace.yml settings.yml tags.yml~ categories.yml.bak tags.json
  settings.json authors/ada.yaml authors/Ada.YML authors/more/ada.yml authors/more/ada.yaml authors/ada.yml.bak
  authors/ada.txt LICENSE licence.txt licenses.md LICENSE.md2 README.md README.mdx readme Security.rst
  my-README.md CODE_OF_CONDUCT.yml notice.htm changelog.1 deep/README.md contributing/a.png post/a.md author/ada.yml
  drafts/a.md drafts/deep/b.txt images/a.psd old/posts/a.md old/authors/ada.txt old/workspace.yml old/workspace.yaml
  old/deep/posts/a.txt old/deep/workspace.yml static/tags.yml
  old/a.txt+old/posts/a.md drafts/a.md+drafts/b.txt drafts/a.txt+drafts/b.txt+posts/a.mkd
`

/** Directly in the content folder: one for each name in it. */
const outside = `
  README.md LICENSE robots.txt hello.md Notes.MARKDOWN tags.yml Workspace.YAML settings.yaml data.json posts/a.md
  authors/ada.yml images/a.png texts/a.md texts/b.txt about/README.md deep/er/tags.yaml
`

const namesIn = (list: string) => list.trim().split(/\s+/)

test('what is wrong with a file without a use is what is written down', async () => {
  const own = namesIn(beside).map((path, number) => ({ path, folder: `w${String(number).padStart(2, '0')}` }))
  const isPost = (path: string) => /^posts\/.*\.(?:md|markdown|mdown|mkd|mdx)$/i.test(path)
  const files = own.flatMap(({ path, folder }) => [
    [`${folder}/posts/hello.md`, postFile()],
    ...path.split('+').map((one) => [`${folder}/${one}`, isPost(one) ? postFile({ slug: 'old' }) : 'x']),
  ])
  place = await workspace({
    ...Object.fromEntries(files),
    ...Object.fromEntries(namesIn(outside).map((path) => [path, 'x'])),
  })
  const { problems } = await check({ content: place.dir, env: {} })
  const lines = problems.map((problem) => problemLine(problem).replaceAll(`${place.dir}`, 'content'))
  const told = (title: string, prefix: RegExp) => {
    const found = lines.filter((line) => prefix.test(line))
    return [title, ...(found.length > 0 ? found : ['nothing']).map((line) => `  ${line.replace(prefix, '')}`)]
  }
  const all = [
    ...own.flatMap(({ path, folder }) => told(path, new RegExp(`^content/${folder}(?:/|(?=:))`))),
    ...told('outside', /^content\/(?!w\d\d[/:])/),
  ]
  await expect(`${all.join('\n')}\n`).toMatchFileSnapshot('files.txt')
})

describe('a file without a use is reported:', () => {
  test('and what else is wrong with a post of another name is, too', async () => {
    const post = postFile({ layout: 'x' }, "import A from 'a'\n\n[b](c.md)\n")
    const found = await problems({
      'blog/posts/a.mdx': post,
      'blog/posts/a.markdown': post,
      'blog/posts/c.md': postFile(),
    })
    expect(found.map((line) => line.split('  ').slice(0, 3).join(' '))).toEqual([
      'blog/posts/a.markdown:1:1 error misnamed-file',
      'blog/posts/a.markdown:6:1 error unknown-key',
      'blog/posts/a.markdown:8:1 warning template-text',
      'blog/posts/a.markdown:10:5 error no-url',
      'blog/posts/a.mdx:1:1 error misnamed-file',
    ])
  })

  test.skipIf(isWindows)('one with a line break in its name, or in the name of its folder', async () => {
    const found = await problems({
      'blog/posts/\n.md': postFile(),
      'blog/posts/a\nb.md': postFile(),
      'blog/posts/c\u2028/d.md': postFile(),
      'blog/posts/_e\nf.md': '',
    })
    expect(found).toEqual([
      'blog/posts/\\x0a.md:1:1  error  bad-name  The name contains a line break. Rename it.',
      'blog/posts/a\\x0ab.md:1:1  error  bad-name  The name contains a line break. Rename it.',
      'blog/posts/c\\u2028:1:1  error  bad-name  The name contains a line break. Rename it.',
    ])
  })

  test.runIf(process.platform === 'linux')('one whose name is not UTF-8', async () => {
    const found = await problems({}, (dir) => {
      const name = Buffer.from('caf\xe9.md', 'latin1')
      writeFileSync(Buffer.concat([Buffer.from(join(dir, 'blog/posts/')), name]), postFile())
    })
    expect(found).toEqual([
      'blog/posts/caf\ufffd.md:1:1  error  bad-name  The name is not valid UTF-8, so the file cannot be opened. Rename it.',
    ])
  })

  test('but what begins with _, . or ~$ is skipped', async () => {
    const skipped = [
      '_drafts/a.md',
      'blog/_notes.md',
      'blog/posts/_wip/a.md',
      'blog/posts/.b.md',
      'blog/.git/c',
      '.d',
      '~$blog.docx',
      'blog/~$workspace.yml',
      'blog/posts/~$a.md',
      'blog/posts/~$b/a.md',
    ]
    expect(await problems(Object.fromEntries(skipped.map((path) => [path, 'x'])))).toEqual([])
  })
})

describe('a file that cannot be what it should be is an error:', () => {
  test('one over 5 MB', async () => {
    const large = Buffer.alloc(5 * 1024 * 1024 + 1, 'x')
    expect(await problems({ 'blog/posts/large.md': large, 'blog/tags.yml': large })).toEqual([
      'blog/posts/large.md:1:1  error  too-large  The file is 5.1 MB; the limit is 5 MB. Split it into several posts.',
      'blog/tags.yml:1:1  error  too-large  The file is 5.1 MB; the limit is 5 MB. Split it into several posts.',
    ])
  })

  test('a Git LFS pointer', async () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n'
    const found = await problems({ 'blog/posts/a.md': pointer, 'blog/workspace.yml': pointer })
    expect(found.map((line) => line.split('  ')[2])).toEqual(['lfs-pointer', 'lfs-pointer'])
  })

  test('YAML that is not UTF-8', async () => {
    const told = async (bytes: string) =>
      (await problems({ 'blog/tags.yml': Buffer.from(bytes, 'latin1') }))
        .map((line) => line.split('  '))
        .map(([at, , code, text]) => `${at} ${code} ${text}`)
    const not = (at: string, byte: number) => [
      `blog/tags.yml:${at} not-utf8 The file is not UTF-8: byte ${byte} is 0xe9. Save it as UTF-8.`,
    ]
    expect(await told('a:\n  name: \xe9\n')).toEqual(not('2:9', 11))
    expect(await told('\xe9: {}\n')).toEqual(not('1:1', 0))
    expect(await told('ab\xe9: {}\n')).toEqual(not('1:3', 2))
    expect(await told('\xef\xbb\xbfab\xe9: {}\n')).toEqual(not('1:3', 5))
    expect(await told('\xef\xbf\xbd\xef\xbf\xbd\xe9: {}\n')).toEqual(not('1:3', 6))
  })

  test('a symbolic link to outside the workspace, to a missing file, or to a folder', async () => {
    const others = { 'other/posts/b.md': postFile(), 'blog2/posts/b.md': postFile() }
    const found = await problems(others, (dir) => {
      writeFileSync(join(dir, '..', 'secret.md'), postFile({ title: 'Secret' }))
      symlinkSync('../../blog2/posts/b.md', join(dir, 'blog/posts/alike.md'))
      symlinkSync('../../../secret.md', join(dir, 'blog/posts/secret.md'))
      symlinkSync('../../other/posts/b.md', join(dir, 'blog/posts/other.md'))
      symlinkSync('nowhere.md', join(dir, 'blog/posts/lost.md'))
      symlinkSync('..', join(dir, 'blog/posts/loop'))
      symlinkSync('other', join(dir, 'copy'))
    })
    const outside =
      'error  link-outside  This symbolic link points outside its workspace. Put a copy of the target here.'
    expect(found).toEqual([
      `blog/posts/alike.md:1:1  ${outside}`,
      'blog/posts/loop:1:1  error  linked-folder  This symbolic link points to a folder; folders are not read twice. Remove it.',
      'blog/posts/lost.md:1:1  error  broken-link  The target of this symbolic link does not exist. Remove it.',
      `blog/posts/other.md:1:1  ${outside}`,
      `blog/posts/secret.md:1:1  ${outside}`,
      `copy:1:1  ${outside}`,
    ])
  })

  test.skipIf(isWindows)('a symbolic link to itself', async () => {
    const found = await problems({ 'other/posts/b.md': postFile({ titel: 'x' }) }, (dir) => {
      symlinkSync('self.md', join(dir, 'blog/posts/self.md'))
      symlinkSync('b', join(dir, 'blog/posts/a'))
      symlinkSync('a', join(dir, 'blog/posts/b'))
      symlinkSync('loop/loop', join(dir, 'loop'))
    })
    const loops = ['blog/posts/a', 'blog/posts/b', 'blog/posts/self.md', 'loop']
    expect(found).toEqual([
      ...loops.map(
        (path) =>
          `${path}:1:1  error  broken-link  This symbolic link points to itself, directly or through other links. Remove it.`,
      ),
      expect.stringMatching(/^other\/posts\/b\.md:6:1 {2}error {2}unknown-key/),
    ])
  })

  test('a folder that is nested too deeply, whatever is in it', async () => {
    const deep = (depth: number) => `blog/posts/${'d/'.repeat(depth)}`
    expect(await problems({ [`${deep(30)}a.md`]: postFile() })).toEqual([])
    place.remove()
    const found = await problems({ [`${deep(200)}a.md`]: 'x', 'blog/posts/b.md': postFile({ titel: 'x' }) })
    expect(found).toEqual([
      expect.stringContaining('blog/posts/b.md:6:1  error  unknown-key'),
      `blog/posts${'/d'.repeat(31)}:1:1  error  too-deep  This folder is nested too deeply: nothing in it is read. Move it up: no more than 32 levels of folders are allowed.`,
    ])
  })

  test.runIf(process.platform === 'linux')('a folder whose path is too long for the system', async () => {
    const found = await problems({ 'blog/posts/b.md': postFile({ titel: 'x' }) }, (dir) => {
      const name = 'd'.repeat(250)
      const make = `cd "$1" && for i in $(seq 20); do mkdir ${name} && cd ${name} || exit 1; done`
      execFileSync('bash', ['-c', make, 'bash', join(dir, 'blog/posts')])
    })
    // Its path is too long for Node to remove it by.
    execFileSync('rm', ['-rf', join(place.dir, 'blog/posts')])
    expect(found).toEqual([
      expect.stringContaining('blog/posts/b.md:6:1  error  unknown-key'),
      expect.stringMatching(
        /^blog\/posts(\/d{250}){14,17}:1:1 {2}error {2}unreadable-file .*\(ENAMETOOLONG\)\. Use shorter names\.$/,
      ),
    ])
  })

  test.skipIf(isWindows || process.getuid?.() === 0)('a folder that may not be looked into', async () => {
    const found = await problems({ 'blog/posts/old/a.md': postFile() }, (dir) =>
      chmodSync(join(dir, 'blog/posts/old'), 0),
    )
    chmodSync(join(place.dir, 'blog/posts/old'), 0o700)
    expect(found).toEqual([
      'blog/posts/old:1:1  error  unreadable-file  This cannot be read (EACCES). Check its permissions.',
    ])
  })

  test.runIf(process.platform === 'linux')('names that other systems treat as one', async () => {
    const picture = png()
    const found = await problems({
      'blog/workspace.yml': 'url: https://example.org/{slug}\n',
      'blog/posts/hello.md': postFile({}, '![x](a.png) ![x](A.png) ![x](pics/a.png)\n'),
      'blog/posts/a.png': picture,
      'blog/posts/A.png': picture,
      'blog/posts/pics/a.png': picture,
      'blog/posts/Old/x.md': postFile(),
      'blog/posts/old/y.md': postFile(),
      'blog/authors/ada.yml': 'name: Ada\n',
      'blog/posts/HELLO.md': postFile({ slug: 'other' }),
      'Blog/posts/z.md': postFile(),
      'caf\u00e9/posts/z.md': postFile(),
      'cafe\u0301/posts/z.md': postFile(),
    })
    expect(found.filter((line) => line.includes('taken-name'))).toEqual([
      'blog:1:1  error  taken-name  "Blog" beside it is the same name in different capitals: some systems treat them as one. Rename one of them.',
      expect.stringContaining('blog/posts/a.png:1:1  error  taken-name  "A.png" beside it'),
      expect.stringContaining('blog/posts/hello.md:1:1  error  taken-name  "HELLO.md" beside it'),
      expect.stringContaining('blog/posts/old:1:1  error  taken-name  "Old" beside it'),
      'caf\u00e9:1:1  error  taken-name  "cafe\u0301" beside it is the same name in another Unicode form: some systems treat them as one. Rename one of them.',
    ])
  })

  test.skipIf(isWindows)('a pipe, which is not waited for', async () => {
    const found = await problems({}, (dir) => {
      execFileSync('mkfifo', [join(dir, 'blog/posts/pipe.md')])
    })
    expect(found).toEqual([
      'blog/posts/pipe.md:1:1  warning  unused-file  This is not a regular file but a pipe, a socket or a device. Remove it.',
    ])
  })

  test.skipIf(isWindows || process.getuid?.() === 0)('one that may not be read', async () => {
    const found = await problems({ 'blog/posts/a.md': postFile() }, (dir) =>
      chmodSync(join(dir, 'blog/posts/a.md'), 0),
    )
    expect(found).toEqual(['blog/posts/a.md:1:1  error  unreadable-file  The file cannot be read (EACCES).'])
  })
})

test('a symbolic link to a file of the same workspace is a second name for it', async () => {
  const found = await problems({}, (dir) => {
    mkdirSync(join(dir, 'blog/posts/more'))
    symlinkSync('../hello.md', join(dir, 'blog/posts/more/again.md'))
  })
  expect(found).toEqual([])
})

test.each([
  'blog/workspace.yml',
  'blog/categories.yml',
  'blog/tags.yml',
  'blog/authors/ada.yml',
  'blog/posts/gone.md',
])('%s, removed after its folder was listed, is reported as such', async (path) => {
  place = await workspace({
    'blog/posts/hello.md': postFile({ authors: '[]', category: '' }),
    [path]: 'x: y\n',
  })
  const { readdirSync } = fs
  fs.readdirSync = ((...given: Parameters<typeof readdirSync>) => {
    const listed = readdirSync(...given)
    if (String(given[0]) === dirname(join(place.dir, path))) fs.rmSync(join(place.dir, path), { force: true })
    return listed
  }) as typeof readdirSync
  syncBuiltinESMExports()
  try {
    const { problems } = await place.build()
    expect(problems.map((problem) => problemLine(problem).slice(place.dir.length + 1))).toContain(
      `${path}:1:1  error  unreadable-file  The file cannot be read (ENOENT). Check its permissions.`,
    )
  } finally {
    fs.readdirSync = readdirSync
    syncBuiltinESMExports()
  }
})
