// Images and other files beside posts: found, copied, served, and never one from elsewhere.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { build, check } from '../../build/index.ts'
import { avif, jpeg, type Property, png, tiff, webp } from '../support/picture.ts'
import { problemLine } from '../support/problem-line.ts'
import { get } from '../support/reading.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

const env = { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'https://api.example.org/' }
const base = 'https://api.example.org/media/'

const media = () => readdirSync(join(place.out, 'public/media')).sort()
const hello = async () => (await get(place, 'blog/posts/hello')).post

async function built(text: string, files: Files = {}, front: Record<string, string> = {}) {
  place = await workspace({ 'blog/posts/hello.md': postFile(front, text), ...files }, { env })
  const { problems, written } = await place.build()
  const relative = (line: string) => line.replaceAll(`${place.dir}/`, '')
  return { written, problems: problems.map((problem) => relative(problemLine(problem))) }
}

describe('an image beside a post', () => {
  test('is served under a name with its hash, with its size, and loads lazily', async () => {
    const { problems } = await built('Before ![An *image*](pics/My%20Photo.PNG "Title") after.\n', {
      'blog/posts/pics/My Photo.PNG': png(30, 20),
    })
    expect(problems).toEqual([])
    const [name = ''] = media()
    expect(name).toMatch(/^my-photo\.[0-9a-f]{16}\.png$/)
    expect((await hello()).content).toBe(
      `<p>Before <img src="${base}${name}" alt="An image" title="Title" width="30" height="20" loading="lazy" /> after.</p>\n`,
    )
    expect(readFileSync(join(place.out, 'public/media', name)).equals(png(30, 20))).toBe(true)
  })

  test('is found in HTML, including each of a srcset, and keeps its author’s attributes', async () => {
    const { problems } = await built(
      '<picture><source srcset="a.png 1x, ./b.png 2x" media="(min-width: 1px)"><img src="a.png" srcset="b.png 30w" width="7" loading="eager"></picture>\n',
      { 'blog/posts/a.png': png(3, 2, 1), 'blog/posts/b.png': png(6, 4, 2) },
    )
    expect(problems).toEqual([])
    const [a, b] = media()
    const { content } = await hello()
    expect(content).toContain(`<source srcset="${base}${a} 1x, ${base}${b} 2x" media="(min-width: 1px)" />`)
    expect(content).toContain(
      `<img src="${base}${a}" srcset="${base}${b} 30w" width="7" loading="eager" height="5" />`,
    )
  })

  /** The sizes that a build finds in images, in order. */
  async function sizesOf(images: readonly (readonly [ending: string, bytes: Buffer | string])[]) {
    const names = images.map(([ending], i) => `${i}.${ending}`)
    const files = Object.fromEntries(images.map(([, bytes], i) => [`blog/posts/${names[i]}`, bytes]))
    const { problems } = await built(names.map((name) => `![A](${name})\n`).join('\n'), files)
    expect(problems).toEqual([])
    const { content } = await hello()
    return [...content.matchAll(/<img ([^>]*)>/g)].map(
      ([, attributes]) => /width="(\d+)" height="(\d+)"/.exec(attributes)?.slice(1).join('x') ?? '',
    )
  }

  /** @param exif which a camera may write */
  const withExif = (exif: Buffer) =>
    [
      ['png', png(40, 30, 0, { before: exif })],
      ['jpg', jpeg(40, 30, exif)],
    ] as const
  const rotated = (...properties: Property[]) =>
    [false, true].map((isLong) => ['avif', avif(40, 30, properties, isLong)] as const)

  test('from a camera held upright has the size in which it is displayed', async () => {
    const upright = [
      ...[1, 2, 3, 4].flatMap((orientation) => withExif(tiff(orientation))),
      ...[['irot', 0] as const, ['irot', 2] as const, ['imir', 0] as const, ['imir', 1] as const].flatMap(
        ([name, value]) => rotated([name, value]),
      ),
    ]
    const turned = [
      ...[5, 6, 7, 8].flatMap((orientation) => withExif(tiff(orientation))),
      ...withExif(tiff(6, { isLittle: true, at: 20 })),
      ...[1, 3].flatMap((angle) => rotated(['imir', 1], ['irot', angle])),
      ['jpg', jpeg(40, 30, tiff(6), tiff(1))] as const,
      ...rotated(['free', 0], ['irot', 1], ['imir', 1]),
      ['avif', avif(40, 30, [['irot', 1]], false, 'mif1')] as const,
    ]
    const expected = [...upright.map(() => '40x30'), ...turned.map(() => '30x40')]
    expect(await sizesOf([...upright, ...turned])).toEqual(expected)
  })

  test('has the size of its pixels where nothing says for sure that it is turned', async () => {
    const odd = [
      ...[0, 9, 0xffff].flatMap((orientation) => withExif(tiff(orientation))),
      ...[{ type: 4 }, { count: 2 }].flatMap((options) => withExif(tiff(6, options))),
      ...[Buffer.alloc(0), tiff(6).subarray(0, 12), Buffer.from('MM\0*\xff\xff\xff\xff', 'latin1')].flatMap(
        withExif,
      ),
      ...withExif(Buffer.concat([Buffer.from('XX'), tiff(6).subarray(2)])),
      ['png', png(40, 30, 0, { behind: tiff(6) })] as const,
      ['png', png(40, 30, 0, { before: tiff(1), behind: tiff(6) })] as const,
      ['jpg', jpeg(40, 30, tiff(1), tiff(6))] as const,
      // Browsers ignore the EXIF of WebP.
      ['webp', webp(40, 30, tiff(6))] as const,
      ['webp', webp(40, 30, Buffer.concat([Buffer.from('Exif\0\0'), tiff(6)]))] as const,
      ...rotated(['irot', 1, []]),
      ...rotated(['irot', 1, [2]]),
      ...rotated(['irot', 0], ['irot', 1]),
    ]
    expect(await sizesOf(odd)).toEqual(odd.map(() => '40x30'))
  })

  test('whose bytes are damaged is no more than a problem of its own', async () => {
    const whole = [...withExif(tiff(6)), ...rotated(['irot', 1], ['imir', 1])]
    const damaged = whole.flatMap(([ending, bytes]) =>
      Array.from({ length: 40 }, (_, i) => {
        const copy = Buffer.from(bytes)
        // Of its first bytes, some are the type, and others the size.
        copy[bytes.length - 1 - ((i * 7) % (bytes.length - 40))] = [0, 0x7f, 0xff][i % 3]!
        return [ending, i % 4 === 3 ? copy.subarray(0, copy.length - i) : copy] as const
      }),
    )
    const names = damaged.map(([ending], i) => `${i}.${ending}`)
    const files = Object.fromEntries(damaged.map(([, bytes], i) => [`blog/posts/${names[i]}`, bytes]))
    const { problems } = await built(names.map((name) => `![A](${name})\n`).join('\n'), files)
    expect(problems.filter((line) => !line.includes('bad-image'))).toEqual([])
    expect(problems.length).toBeLessThan(damaged.length / 2)
  })

  test('that is an SVG has the size of its root', async () => {
    const size = 'width="40" height="30"'
    const doctype =
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [ <!ENTITY s "<svg width=\'1\' height=\'1\'>"> ]>'
    expect(
      await sizesOf(
        [
          `<svg:svg xmlns:svg="http://www.w3.org/2000/svg" ${size}><svg:g/></svg:svg>`,
          `<s.v-g:svg xmlns:s.v-g="http://www.w3.org/2000/svg" viewBox='0 0 40 30'/>`,
          `<!-- <svg width="1" height="2"></svg> --><svg ${size}></svg>`,
          `\ufeff<?xml version="1.0"?>\n<!-- a --><?b <svg width="1" height="2"> ?>\n${doctype}\n<svg ${size}></svg>`,
          `<svg ${'a="b" '.repeat(1_000)}${size} data-x=" width='7'"></svg>`,
          `<svg data-x=" width='7' height='8'" width = "40" height\n=\n'30'></svg>`,
          '<!-- <svg width="1" height="2"/> --><svg></svg>',
          '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>',
        ].map((svg) => ['svg', svg]),
      ),
    ).toEqual([...Array(6).fill('40x30'), '', ''])
  })

  test.each([
    ['alt="b"', 'alt="b" width="3" height="2"'],
    ['height="9"', 'height="9" width="14"'],
    ['width=" 300px "', 'width=" 300px " height="200"'],
    ['width="1"', 'width="1" height="1"'],
    ['width="5" height="9"', 'width="5" height="9"'],
    ['width="50%"', 'width="50%"'],
    ['width="0"', 'width="0"'],
    ['height', 'width="3" height="2"'],
    ['width="9999999999"', 'width="9999999999"'],
  ])('gets what its author does not say of width and height: with %s', async (written, expected) => {
    await built(`<img src="a.png" ${written} loading="lazy">\n`, { 'blog/posts/a.png': png(3, 2) })
    const [, attributes] = /<img src="[^"]*" (.*?) \/>/.exec((await hello()).content)!
    expect(attributes!.replace(' loading="lazy"', '').replace('loading="lazy" ', '')).toBe(expected)
  })

  test('has a short ASCII name, whatever the name of its file', async () => {
    const names = ['Köln (1)!', '…Æ', '日本', `${'long-'.repeat(20)}name`, `${'x'.repeat(59)}-y`]
    const files = names.map((name, shade): [string, Buffer] => [`blog/posts/${name}.PNG`, png(3, 2, shade)])
    const text = names.map((name) => `![x](<${name}.PNG>)\n`).join('')
    expect((await built(text, Object.fromEntries(files))).problems).toEqual([])
    expect(media().map((name) => name.replace(/[0-9a-f]{16}/, '#'))).toEqual(
      [
        '#.png',
        '#.png',
        'koln-1.#.png',
        `${'long-'.repeat(12).slice(0, -1)}.#.png`,
        `${'x'.repeat(59)}.#.png`,
      ].sort(),
    )
  })

  test('is of a type that may be shown or linked to', async () => {
    const images = 'avif gif ico jpeg jpg png svg webp'.split(' ')
    const others = 'mp3 mp4 pdf vtt webm zip'.split(' ')
    const files = [...others, 'doc', 'mov', 'bmp'].map((ending) => [`blog/posts/a.${ending}`, ending])
    const { problems } = await built(
      [...images, ...others].map((ending) => `[x](a.${ending})\n`).join(''),
      Object.fromEntries([...files, ...images.map((ending) => [`blog/posts/a.${ending}`, 'none'])]),
    )
    expect(problems.map((line) => /a\.(\w+):1:1 {2}\w+ +(\S+)/.exec(line)!.slice(1))).toEqual(
      [
        ...images.map((ending) => [ending, 'bad-image']),
        ...['bmp', 'doc', 'mov'].map((ending) => [ending, 'unused-file']),
      ].sort(),
    )
  })

  test('is found in embeds of trusted HTML, as are documents', async () => {
    const { problems } = await built(
      '<object data="a.svg"><embed src="a.svg"></object><iframe src="slides.pdf"></iframe><input type="image" src="b.png">\n',
      {
        'blog/posts/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'blog/posts/b.png': png(3, 2),
        'blog/posts/slides.pdf': '%PDF-1.7\n',
        'blog/workspace.yml': 'html: trusted\n',
      },
    )
    expect(problems).toEqual([])
    const [a, b, slides] = media()
    const { content } = await hello()
    expect(content).toContain(`<object data="${base}${a}"><embed src="${base}${a}" /></object>`)
    expect(content).toContain(
      `<iframe src="${base}${slides}"></iframe><input type="image" src="${base}${b}" />`,
    )
  })

  test('may be a cover or a portrait, relative to the file that refers to it', async () => {
    const { problems } = await built(
      'Text.\n',
      {
        'blog/posts/cover.png': png(3, 2, 1),
        'blog/authors/ada.yml': 'name: Ada\nimage: faces/ada.png\n',
        'blog/authors/bob.yml': 'name: Bob\n',
        'blog/authors/faces/ada.png': png(3, 2, 2),
        'blog/workspace.yml': 'defaults: { authorImage: anyone.png, coverImage: any cover.png }\n',
        'blog/anyone.png': png(3, 2, 3),
        'blog/any cover.png': png(3, 2, 4),
        'blog/posts/other.md': postFile({ authors: '[bob]', coverAlt: 'Of no cover.' }),
      },
      { coverImage: './cover.png' },
    )
    expect(problems).toEqual([])
    const post = await hello()
    expect(post.coverImage).toMatch(/^https:\/\/api\.example\.org\/media\/cover\.[0-9a-f]{16}\.png$/)
    expect(post.authors[0].image).toContain('/media/ada.')
    const { post: other } = await get(place, 'blog/posts/other?include=cover')
    expect([other.coverImage, other.authors[0].image]).toEqual([
      expect.stringContaining('/media/any-cover.'),
      expect.stringContaining('/media/anyone.'),
    ])
    expect(other.cover).toMatchObject({ width: 3, height: 2, alt: '' })
  })

  test('may be an SVG without a size, which stays as it is; a linked PDF is served, too', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>'
    await built('![x](a.svg) ![y](b.svg) [z](c.pdf#page=2)\n', {
      'blog/posts/a.svg': svg,
      'blog/posts/b.svg': svg.replace('<svg', '<svg viewBox="0 0 40 30"'),
      'blog/posts/c.pdf': '%PDF-1.7\n',
    })
    const [a, b, c] = media()
    expect((await hello()).content).toBe(
      `<p><img src="${base}${a}" alt="x" loading="lazy" /> <img src="${base}${b}" alt="y" width="40" height="30" loading="lazy" /> <a href="${base}${c}#page=2">z</a></p>\n`,
    )
  })

  test.each([
    ['![x](none.png)', '8:6  error  missing-file  There is no file "none.png". Put the file there.'],
    ...['example.org/a.png', 'Img.Example.ORG/x'].map((href) => [
      `![x](${href})`,
      `8:6  error  missing-file  There is no file "${href}". Write https://${href}, or put the file there.`,
    ]),
    ['![x](hele.png)', '8:6  error  missing-file  There is no file "hele.png". Did you mean "here.png"?'],
    [
      '<img src="_x.png">',
      '8:11  error  missing-file  There is no file "_x.png". Names that begin with _, . or ~$ are skipped: rename it.',
    ],
    ...['posts\\a.png', '.\\img\\a.png', '..\\posts\\a.png'].map((href) => [
      `![x](${href})`,
      `8:6  error  missing-file  There is no file "${href}". Write / between folders.`,
    ]),
    [
      '![x](café/hére.png)',
      '8:6  error  missing-file  There is no file "café/hére.png". Did you mean the file posts/here.png?',
    ],
    [
      '![x](<my pic/is heer.png>)',
      '8:7  error  missing-file  There is no file "my pic/is heer.png". Did you mean "my%20pic/is%20here.png"?',
    ],
    [
      '![x](../../../secret.png)',
      '8:6  error  outside-path  The path "../../../secret.png" points outside the workspace. Put a copy of the file beside this one.',
    ],
    [
      '![x](%2e%2e/%2e%2e/secret.png)',
      '8:6  error  outside-path  The path "../../secret.png" points outside the workspace. Put a copy of the file beside this one.',
    ],
    [
      '![x](..%2f..%2fsecret.png)',
      '8:6  error  outside-path  The path "../../secret.png" points outside the workspace. Put a copy of the file beside this one.',
    ],
    [
      '![x](../../notes/a.png)',
      '8:6  error  outside-path  The path "../../notes/a.png" points outside the workspace. Put a copy of the file beside this one.',
    ],
  ])('as %s is an error at its line', async (text, line) => {
    const { problems, written } = await built(`![x](here.png)\n${text}\n`, {
      'blog/posts/here.png': png(),
      'blog/_x.png': png(),
      'blog/posts/my pic/is here.png': png(),
      '../secret.png': png(),
      'notes/a.png': png(),
      'notes/posts/a.md': postFile(),
    })
    expect(written).toBe(false)
    expect(problems.filter((problem) => !/(a|is here)\.png:1:1/.test(problem))).toEqual([
      `blog/posts/hello.md:${line}`,
    ])
  })

  test('behind a symbolic link to outside the workspace is missing', async () => {
    place = await workspace(
      { 'blog/posts/hello.md': postFile({}, '![x](out.png)\n'), '../secret.png': png() },
      { env },
    )
    symlinkSync('../../../secret.png', join(place.dir, 'blog/posts/out.png'))
    const { problems } = await place.build()
    expect(problems.map(({ code }) => code)).toEqual(['missing-file', 'link-outside'])
    expect(existsSync(join(place.out, 'public/media'))).toBe(false)
  })

  test('that is not an image, or only a pointer to one, is an error', async () => {
    const { problems } = await built('![x](a.png) ![x](b.jpg) ![x](c.svg)\n', {
      'blog/posts/a.png': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n',
      'blog/posts/b.jpg': 'a text',
      'blog/posts/c.svg': png(),
    })
    expect(problems.map((line) => line.split('  ').slice(0, 3).join(' '))).toEqual([
      'blog/posts/a.png:1:1 error lfs-pointer',
      'blog/posts/b.jpg:1:1 error bad-image',
      'blog/posts/c.svg:1:1 error bad-image',
    ])
  })

  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"></svg>'
  const unsized = `\ufeff<?xml version="1.0"?>\n<!--${'-x'.repeat(2_000)}-->\n<s:svg xmlns:s="http://www.w3.org/2000/svg"/>`
  test.each([
    ...['png', 'jpg', 'jpeg', 'webp', 'avif', 'gif', 'ico'].flatMap((ending) => [
      [ending, drawing, 'svg'],
      [ending, unsized, 'svg'],
      [ending, gzipSync(drawing), undefined],
      [ending, `<!doctype html><html><body>${drawing}</body></html>`, undefined],
      [ending, `x${drawing}`, undefined],
      [ending, avif(3, 2, [], false, 'heic').toString('latin1').replace('avif', 'heix'), undefined],
    ]),
    ['svg', gzipSync(drawing), undefined],
    ['svg', `<!doctype html><html><body>${drawing}</body></html>`, undefined],
    ['svg', `x${drawing}`, undefined],
    ['svg', png(), 'png'],
    ['svg', avif(3, 2, []), 'avif'],
  ] as [string, string | Buffer, string | undefined][])(
    'whose name ends in .%s, and which browsers do not show then, is an error that says what to do',
    async (ending, bytes, type) => {
      const file = `blog/posts/a.b.${ending}`
      const content =
        typeof bytes === 'string' && bytes.includes('ftyp') ? Buffer.from(bytes, 'latin1') : bytes
      const { written, problems } = await built(`![x](a.b.${ending})\n`, { [file]: content })
      const words = type
        ? `but of the type ${type}. Rename it to a.b.${type}.`
        : 'or it is damaged. Save it again.'
      expect([written, problems]).toEqual([
        false,
        [`${file}:1:1  error  bad-image  This is not an image of the type in its name, ${words}`],
      ])
    },
  )

  test.each([
    ['png', jpeg(3, 2, tiff(1)), 'jpg'],
    ['jpeg', png(), 'png'],
    ['jpg', webp(3, 2, tiff(1)), 'webp'],
    ['webp', avif(3, 2, [], false, 'mif1'), 'avif'],
    ['GIF', png(), 'png'],
  ])(
    'whose name ends in .%s although it is another one is a warning, and is shown',
    async (ending, bytes, type) => {
      const file = `blog/posts/a.${ending}`
      const { written, problems } = await built(`![x](a.${ending})\n`, { [file]: bytes })
      expect([written, problems]).toEqual([
        true,
        [
          `${file}:1:1  warning  bad-image  This is not an image of the type in its name, but of the type ${type}. Rename it to a.${type}.`,
        ],
      ])
      expect((await hello()).content).toContain('width="3" height="2"')
    },
  )

  test.each([
    ['jpeg', jpeg(3, 2, tiff(1))],
    ['JPG', jpeg(3, 2, tiff(1))],
    ['avif', avif(3, 2, [], false, 'mif1')],
    ['svg', unsized],
    ['svg', ` \n${drawing}`],
  ])('whose name ends in .%s, as it should, has no problem', async (ending, bytes) => {
    expect((await built(`![x](a.${ending})\n`, { [`blog/posts/a.${ending}`]: bytes })).problems).toEqual([])
  })

  test.each([
    ['png', 'icons of macOS', Buffer.from(`69636e730000002849434f4e00000010${'0'.repeat(48)}`, 'hex')],
    [
      'avif',
      'boxes without a length',
      Buffer.from('000000186674797061766966000000006176696600000000', 'hex'),
    ],
    ['jpg', 'segments that end nowhere', Buffer.alloc(300_000, Buffer.from('ffd8ffe00002ff', 'hex'))],
    ['svg', 'starts of another drawing', '<svgs '.repeat(300_000)],
    ['svg', 'a start that is behind too much else', `<!--${'a'.repeat(2_000_000)}--><svg></svg>`],
    ['webp', 'nothing', ''],
    ['gif', 'half of its size', 'GIF89a\x01'],
    ['png', 'a beginning', png().subarray(0, 20)],
  ])('as %s made of %s is no more than a problem of its own', async (ending, _, bytes) => {
    const { problems } = await built(`![x](a.${ending})\n`, {
      [`blog/posts/a.${ending}`]: bytes,
      'blog/posts/z.md': postFile({ titel: 'x' }),
    })
    expect(problems).toEqual([
      expect.stringMatching(/^blog\/posts\/a\.\w+:1:1 {2}error {2}bad-image/),
      expect.stringContaining('blog/posts/z.md:6:1  error  unknown-key'),
    ])
  })

  test.each([
    ['beyond all numbers', 'a.svg', '<svg width="1e400" height="1"></svg>'],
    ['of nothing', 'a.png', png(0, 2)],
  ])('has no size where it tells one %s', async (_, name, bytes) => {
    expect((await built(`![A](${name})\n`, { [`blog/posts/${name}`]: bytes })).problems).toEqual([])
    expect((await hello()).content).toMatch(/<img src="[^"]+" alt="A" loading="lazy" \/>/)
  })

  test('with camera metadata before its size has that size', async () => {
    const photo = jpeg(40, 30, tiff(1))
    const notes = Buffer.concat([Buffer.from('ffe2ffff', 'hex'), Buffer.alloc(0xffff - 2, 1)])
    const bytes = Buffer.concat([photo.subarray(0, 2), ...Array(60).fill(notes), photo.subarray(2)])
    for (const name of ['a.jpg', 'a.jpeg'])
      expect((await built(`![A](${name})\n`, { [`blog/posts/${name}`]: bytes })).problems).toEqual([])
    expect((await hello()).content).toContain('width="40" height="30"')
  })

  test('that nothing shows is a warning, unless a post that might show it cannot be read', async () => {
    const orphan = { 'blog/posts/orphan.png': png(), 'blog/images/old.jpg': 'x' }
    expect((await built('Text.\n', orphan)).problems).toEqual([
      'blog/images/old.jpg:1:1  warning  unused-file  This file is not used: no post, author or workspace.yml names it. Remove it, or name it _old.jpg.',
      'blog/posts/orphan.png:1:1  warning  unused-file  This file is not used: no post, author or workspace.yml names it. Remove it, or name it _orphan.png.',
    ])
    place.remove()
    const { problems } = await built('Text.\n', { ...orphan, 'blog/posts/b.md': 'nothing' })
    expect(problems).toHaveLength(1)
  })
})

describe('the base URL of media', () => {
  const files = { 'blog/posts/hello.md': postFile({}, '![x](a.png)\n'), 'blog/posts/a.png': png() }
  const source = async () => /src="([^"]*)\/media\//.exec((await hello()).content)?.[1]

  test('is one error if it is missing, and only if there are media', async () => {
    place = await workspace({
      ...files,
      'other/posts/b.md': postFile({}, '![x](b.png)\n'),
      'other/posts/b.png': png(),
    })
    const { problems, written } = await place.build({ env: {} })
    expect([written, problems.map(({ code, line }) => [code, line])]).toEqual([false, [['no-base-url', 7]]])
    expect((await check({ content: place.dir, env: {} })).problems).toEqual([])
  })

  test.each([
    [{ BASE_URL: 'https://a.example/api/', VERCEL_ENV: 'production' }, 'https://a.example/api'],
    [
      { VERCEL_ENV: 'production', VERCEL_PROJECT_PRODUCTION_URL: 'p.example', VERCEL_URL: 'u.example' },
      'https://p.example',
    ],
    [
      {
        ...{ VERCEL_ENV: 'preview', VERCEL_PROJECT_PRODUCTION_URL: 'p.example' },
        ...{ VERCEL_BRANCH_URL: 'b.example', VERCEL_URL: 'u.example' },
      },
      'https://b.example',
    ],
    [{ VERCEL_ENV: 'preview', VERCEL_URL: 'u.example' }, 'https://u.example'],
    [{ BASE_URL: '' }, 'http://127.0.0.1:3000'],
  ])('is of %j', async (own, expected) => {
    place = await workspace(files)
    await place.build({ env: own, baseUrl: 'http://127.0.0.1:3000' })
    expect(await source()).toBe(expected)
  })

  test.each(['api.example.org', 'ftp://a.example', 'https://a.example/?x', 'https://a.example/#x'])(
    'is not %s',
    async (url) => {
      place = await workspace(files)
      await expect(place.build({ env: { BASE_URL: url } })).rejects.toThrow(ConfigurationError)
    },
  )
})

describe('media of builds', () => {
  const shows = (name: string) => ({ 'blog/posts/hello.md': postFile({}, `![x](${name})\n`) })

  test('stay while the previous snapshot shows them', async () => {
    const pictures = Object.fromEntries(
      ['a', 'b', 'c'].map((name, shade) => [`blog/posts/${name}.png`, png(3, 2, shade)]),
    )
    place = await workspace({ ...shows('a.png'), ...pictures }, { env })
    const kept: string[][] = []
    for (const name of ['a.png', 'b.png', 'c.png', 'c.png']) {
      place.write(shows(name))
      await place.build()
      kept.push(media().map((file) => file[0]!))
    }
    expect(kept).toEqual([['a'], ['a', 'b'], ['b', 'c'], ['c']])
    await place.build({ env: { ...env, VERCEL: '1' } })
    expect(media()).toHaveLength(1)
  })

  test('are complete again after a build that was killed', async () => {
    place = await workspace({ ...shows('a.png'), 'blog/posts/a.png': png() }, { env })
    const folder = join(place.out, 'public/media')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, '.tmp-media'), 'half')
    await place.build()
    const [name = ''] = media()
    expect(readFileSync(join(folder, name)).equals(png())).toBe(true)
    expect(readdirSync(folder)).toEqual([name])
    writeFileSync(join(folder, name), png().subarray(0, 20))
    await place.build()
    expect(readFileSync(join(folder, name)).equals(png())).toBe(true)
  })

  test('that change during the build are a problem, and not published under the wrong name', async () => {
    const posts = { ...shows('a.png'), 'other/posts/b.md': postFile() }
    place = await workspace({ ...posts, 'blog/posts/a.png': png() }, { env })
    await place.build()
    const before = media()
    let shade = 0
    const { dir: content } = place
    const options = {
      ...{ content, drafts: false, strict: false, env },
      // Asked for at the start, and again when it is time to write.
      get out() {
        writeFileSync(join(content, 'blog/posts/a.png'), png(4, 3, ++shade))
        return place.out
      },
    }
    const { problems, written } = await build(options)
    expect(shade).toBeGreaterThan(1)
    expect([written, problems.map(problemLine)]).toEqual([
      false,
      [
        `${content}/blog/posts/a.png:1:1  error  unreadable-file  The file changed while it was being read. Build again.`,
      ],
    ])
    expect(media()).toEqual(before)
    expect((await place.build()).written).toBe(true)
    expect(media()).toHaveLength(2)
    for (const name of media()) {
      const hash = createHash('sha256').update(readFileSync(join(place.out, 'public/media', name)))
      expect(name).toBe(`a.${hash.digest('hex').slice(0, 16)}.png`)
    }
  })

  test('are not copied by a build that fails', async () => {
    await built('![x](a.png) ![x](none.png)\n', { 'blog/posts/a.png': png() })
    expect(existsSync(join(place.out, 'public/media'))).toBe(false)
  })
})
