// The sides of images as a real browser shows them: each kind of file, in each orientation, as a build writes it and as Chromium
// measures it. Chromium makes the pixels of all but AVIF, which it cannot write.
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, withoutBrowser } from '../support/chromium.ts'
import { avifWithPixels, exifSegment, type Property, png, riff, tiff } from '../support/picture.ts'
import { get } from '../support/reading.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place?.remove())

const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8]
/** Directories as cameras write them, and some that say nothing for sure. */
const EXIFS: readonly (readonly [name: string, exif: Buffer])[] = [
  ...ORIENTATIONS.map((orientation) => [`${orientation}`, tiff(orientation)] as const),
  ...ORIENTATIONS.map((one) => [`${one}, little-endian`, tiff(one, { isLittle: true, at: 20 })] as const),
  ...[0, 9, 0xffff].map((orientation) => [`${orientation}`, tiff(orientation)] as const),
  ['6 in 32 bits', tiff(6, { type: 4 })],
  ['6, twice', tiff(6, { count: 2 })],
  ['6, cut off', tiff(6).subarray(0, 12)],
  ['none', Buffer.alloc(0)],
]

describe.skipIf(withoutBrowser)('in Chromium', () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await launchBrowser()
    page = await browser.newPage()
  })
  afterAll(() => browser?.close())

  /** An image of 40 to 20 pixels, as a canvas writes it. */
  async function drawn(type: string, quality = 0.5): Promise<Buffer> {
    const canvas = "Object.assign(document.createElement('canvas'), { width: 40, height: 20 })"
    const draw = "canvas.getContext('2d', { alpha: false }).fillRect(0, 0, 9, 9)"
    const url: string = await page.evaluate(
      `{ const canvas = ${canvas}; ${draw}; canvas.toDataURL('${type}', ${quality}) }`,
    )
    expect(url).toContain(`data:${type};`)
    return Buffer.from(url.split(',')[1]!, 'base64')
  }

  /** The sizes that Chromium shows. */
  function shown(images: readonly (readonly [name: string, bytes: Buffer])[]): Promise<string[]> {
    const types: Record<string, string> = { jpg: 'jpeg', svg: 'svg+xml' }
    const urls = images.map(([name, bytes]) => {
      const ending = name.split('.').at(-1)!
      return `data:image/${types[ending] ?? ending};base64,${bytes.toString('base64')}`
    })
    return page.evaluate(`Promise.all(${JSON.stringify(urls)}.map(async (url) => {
      const image = Object.assign(new Image(), { src: url })
      await image.decode().catch(() => {})
      return image.naturalWidth + 'x' + image.naturalHeight
    }))`)
  }

  /** The sizes that a build writes. */
  async function written(images: readonly (readonly [name: string, bytes: Buffer])[]): Promise<string[]> {
    const files = Object.fromEntries(
      images.map(([name, bytes], i) => [`blog/posts/${i}.${name.split('.').at(-1)}`, bytes]),
    )
    const text = Object.keys(files).map((path) => `![](${path.slice('blog/posts/'.length)})\n`)
    place = await workspace(
      { 'blog/posts/hello.md': postFile({}, text.join('\n')), ...files },
      { env: { BASE_URL: 'https://api.example.org/' } },
    )
    expect((await place.build()).problems).toEqual([])
    const { content } = (await get(place, 'blog/posts/hello')).post
    return [...content.matchAll(/<img [^>]*>/g)].map(
      ([tag]) => /width="(\d+)" height="(\d+)"/.exec(tag)?.slice(1).join('x') ?? '',
    )
  }

  test('an image has the sides that the build writes, whatever its kind and orientation', async () => {
    const jpeg = await drawn('image/jpeg')
    const webps = [await drawn('image/webp', 0.5), await drawn('image/webp', 1)]
    const withSegments = (...segments: Buffer[]) =>
      Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
    /** The chunk of its pixels: behind it, Chromium writes nothing. */
    const pixels = webps.map((webp) =>
      webp.subarray(webp.indexOf(/VP8[ L]/.exec(webp.toString('latin1'))![0])),
    )
    const simple = (chunk: Buffer) => riff('RIFF', Buffer.concat([Buffer.from('WEBP'), chunk]))
    const extended = (chunk: Buffer, exif: Buffer) => {
      const head = riff('VP8X', Buffer.from([8, 0, 0, 0, 39, 0, 0, 19, 0, 0]))
      return simple(Buffer.concat([head, chunk, riff('EXIF', exif)]))
    }
    const images = [
      ...EXIFS.flatMap(([name, exif]) => [
        [`EXIF ${name}.jpg`, withSegments(exifSegment(exif))] as const,
        [`EXIF ${name} before the pixels.png`, png(40, 20, 0, { before: exif })] as const,
        [`EXIF ${name} behind the pixels.png`, png(40, 20, 0, { behind: exif })] as const,
        ...pixels.flatMap((chunk, i) => [
          [`EXIF ${name} (${i}).webp`, extended(chunk, exif)] as const,
          [
            `EXIF ${name}, as in JPEG (${i}).webp`,
            extended(chunk, Buffer.concat([Buffer.from('Exif\0\0'), exif])),
          ] as const,
        ]),
      ]),
      ['two EXIFs: 6, 1.jpg', withSegments(exifSegment(tiff(6)), exifSegment(tiff(1)))] as const,
      ['two EXIFs: 1, 6.jpg', withSegments(exifSegment(tiff(1)), exifSegment(tiff(6)))] as const,
      [
        'EXIF behind another segment, and bytes between them.jpg',
        withSegments(Buffer.from('ffe10008687474700000' + '0102' + 'ffff', 'hex'), exifSegment(tiff(6))),
      ] as const,
      ['EXIF behind its end.jpg', Buffer.concat([jpeg, exifSegment(tiff(6))])] as const,
      ['two EXIFs: 1, 6.png', png(40, 20, 0, { before: tiff(1), behind: tiff(6) })] as const,
      ['plain.png', await drawn('image/png')] as const,
      ...pixels.map((chunk, i) => [`plain ${i}.webp`, simple(chunk)] as const),
      ...AVIFS.map((properties) => [`${properties.join('; ')}.avif`, avifWithPixels(properties)] as const),
      [
        'plain.gif',
        Buffer.from(
          'R0lGODdhKAAUAIAAAAAAAAAAACwAAAAAKAAUAAACGYSPqcvtD6OctNqLs968+w+G4kiW5omm6qoWADs=',
          'base64',
        ),
      ] as const,
      ['plain.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>')] as const,
    ]
    const [expected, found] = [await shown(images), await written(images)]
    const compared = (sizes: readonly string[]) => images.map(([name], i) => `${name} is ${sizes[i]}`)
    expect(expected).not.toContain('0x0')
    expect(compared(found)).toEqual(compared(expected))
  })
})

const AVIFS: readonly (readonly Property[])[] = [
  [],
  ...[0, 1, 2, 3].map((angle): Property[] => [['irot', angle]]),
  ...[0, 1].map((axis): Property[] => [['imir', axis]]),
  ...[0, 1, 2, 3].flatMap((angle): Property[][] => [
    [
      ['irot', angle],
      ['imir', 0],
    ],
    [
      ['irot', angle],
      ['imir', 1],
    ],
    [
      ['imir', 1],
      ['irot', angle],
    ],
  ]),
  [['irot', 1, []]],
  [
    ['irot', 0],
    ['irot', 1],
  ],
  [
    ['irot', 1],
    ['irot', 0],
  ],
]
