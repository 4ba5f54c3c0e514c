// Files of every kind as nobody would write them: pieces of syntax combined at random, and valid files with bytes
// taken out, changed and repeated. The same seed makes the same files.
import { jpeg, png, tiff } from '../support/picture.ts'
import { postFile } from '../support/workspace.ts'

export type Random = () => number

/** Numbers from 0 up to 1 (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const ANYTHING = [
  'a',
  ' ',
  '\n',
  '\t',
  '\r\n',
  '\u2028',
  '\u00e9',
  '\u0301',
  '\u6f22',
  '\u{1f600}',
  '0',
  '\\',
  '\ufeff',
  '\ufffd',
]

const MARKDOWN = [
  ...ANYTHING,
  ...[
    '[',
    ']',
    '(',
    ')',
    '](',
    '![',
    '*',
    '**',
    '_',
    '~~',
    '~',
    '`',
    '```\n',
    '~~~\n',
    '> ',
    '- ',
    '1. ',
    '    ',
    '|',
    '|-|-|\n',
  ],
  ...[
    '# ',
    '---\n',
    '===\n',
    '[^1]',
    '[^1]: ',
    '[x]: ',
    '<',
    '</',
    '>',
    '<a href="',
    '"',
    "'",
    '=',
    '<!--',
    '-->',
    '<![CDATA[',
    '<?',
  ],
  ...[
    '&amp;',
    '&#',
    ';',
    'www.',
    'https://',
    'a@b.c',
    '<script>',
    '<style>',
    '<svg>',
    '<math>',
    '<table>',
    '<td ',
    '<p id=',
    '<img srcset="',
  ],
  ...[
    'a 1x, ',
    ':-:',
    '- [x] ',
    '> [!NOTE]\n',
    'javascript:',
    '%',
    '$',
    '{{',
    '<title>',
    '<details>',
    '</p>',
    '#a',
    '\n\n',
  ],
]

const YAML = [
  ...ANYTHING,
  ...[
    'a: ',
    'b:\n',
    '- ',
    '? ',
    ': ',
    '[',
    ']',
    '{',
    '}',
    ',',
    '&a ',
    '*a',
    '<<: ',
    '!a ',
    '!!',
    '|\n',
    '>-\n',
    '"',
    "'",
    '#',
    '%',
    '@',
  ],
  ...[
    '---\n',
    '...\n',
    '  ',
    'name: x\n',
    'id: ',
    '\\u0041',
    '~',
    'null',
    '2026-01-01',
    'true',
    '1e999',
    '`',
  ],
]

function some<T>(from: readonly T[], random: Random): T {
  return from[Math.floor(random() * from.length)]!
}

/** Small ones as often as large ones. */
function amount(most: number, random: Random): number {
  return Math.floor(most ** random())
}

/** One piece over and over, many pieces, or such texts in each other. */
function soup(pieces: readonly string[], most: number, random: Random): string {
  const one = () => Array.from({ length: amount(4, random) }, () => some(pieces, random)).join('')
  const kinds = [
    () => one().repeat(amount(most, random)),
    () => Array.from({ length: amount(most / 4, random) }, () => some(pieces, random)).join(''),
    () => {
      const [depth, open, close] = [amount(most / 8, random), one(), one()]
      return open.repeat(depth) + one() + close.repeat(depth)
    },
    () =>
      Array.from({ length: amount(1_000, random) }, (_, line) => `${' '.repeat(line)}${one()}`).join('\n'),
  ]
  return Array.from({ length: 1 + amount(3, random) }, () => some(kinds, random)()).join(some(pieces, random))
}

/** With some bytes changed, taken out or repeated; often cut off. */
function mutated(bytes: Buffer, random: Random): Buffer {
  let all = Buffer.from(bytes)
  for (let left = amount(30, random); left > 0 && all.length > 0; left--) {
    const at = Math.floor(random() * all.length)
    const length = amount(all.length, random)
    const piece = all.subarray(at, at + length)
    const kinds = [
      () =>
        all.fill(some([0, 1, 0x7f, 0x80, 0xff], random), at, Math.min(all.length, at + amount(8, random))),
      () => Buffer.concat([all.subarray(0, at), all.subarray(at + length)]),
      () =>
        Buffer.concat([
          all.subarray(0, at),
          ...Array(amount(2_000, random)).fill(piece.subarray(0, 64)),
          all.subarray(at),
        ]),
      () => all.subarray(0, at),
    ]
    all = Buffer.from(some(kinds, random)())
  }
  return all
}

const box = (type: string, ...inside: (string | Buffer)[]): Buffer => {
  const body = Buffer.concat(inside.map((one) => Buffer.from(one as string, 'latin1')))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

const zeros = (count: number) => Buffer.alloc(count)

/** One of each kind that image-size knows, whether or not browsers display it; at least the beginning. */
const IMAGES: Buffer[] = [
  png(),
  jpeg(40, 30, tiff(6)),
  Buffer.from('GIF89a\x03\0\x02\0\0\0\0;', 'latin1'),
  Buffer.from(
    '\0\0\x01\0\x02\0\x10\x10\0\0\x01\0\x20\0\x04\0\0\0\x26\0\0\0\x20\x20\0\0\x01\0\x20\0\x04\0\0\0\x26\0\0\0',
    'latin1',
  ),
  Buffer.from('RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x02\0\0\x01\0\0', 'latin1'),
  Buffer.from('RIFF\x1a\0\0\0WEBPVP8L\x0a\0\0\0\x2f\x02\x40\0\0\0\0\0\0\0', 'latin1'),
  Buffer.concat([
    box('ftyp', 'avif\0\0\0\0avifmif1'),
    box(
      'meta',
      zeros(4),
      box('iprp', box('ipco', box('ispe', zeros(4), '\0\0\0\x03\0\0\0\x02'), box('clap', zeros(32)))),
    ),
  ]),
  Buffer.concat([
    box('JXL ', '\r\n\x87\n'),
    box('ftyp', 'jxl \0\0\0\0jxl '),
    box('jxlp', zeros(4), '\xff\x0a\x10\x10'),
  ]),
  Buffer.concat([
    box('jP  ', '\r\n\x87\n'),
    box('ftyp', 'jp2 \0\0\0\0jp2 '),
    box('jp2h', box('ihdr', zeros(14))),
  ]),
  Buffer.from('icns\0\0\0\x18ICON\0\0\0\x10\0\0\0\0\0\0\0\0', 'latin1'),
  Buffer.from(
    'II*\0\x08\0\0\0\x02\0\0\x01\x03\0\x01\0\0\0\x03\0\0\0\x01\x01\x03\0\x01\0\0\0\x02\0\0\0\0\0\0\0',
    'latin1',
  ),
  Buffer.from('BM\0\0\0\0\0\0\0\0\0\0\0\0\x28\0\0\0\x03\0\0\0\x02\0\0\0', 'latin1'),
  Buffer.from('8BPS\0\x01\0\0\0\0\0\0\0\x03\0\0\0\x02\0\0\0\x03', 'latin1'),
  Buffer.from('P6\n3 2\n255\n', 'latin1'),
  Buffer.from('P7\nWIDTH 3\nHEIGHT 2\nENDHDR\n', 'latin1'),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="3cm" viewBox="0 0 3 2"><!-- x --></svg>'),
  Buffer.from(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "&b;&b;"><!ENTITY b "x">]><svg height='2'>&a;</svg>`,
  ),
]

const ENDINGS = ['avif', 'gif', 'ico', 'jpeg', 'jpg', 'png', 'svg', 'webp']

export function hostileImage(random: Random): [ending: string, bytes: Buffer] {
  return [some(ENDINGS, random), mutated(some(IMAGES, random), random)]
}

export function hostileYaml(random: Random): string | Buffer {
  if (random() < 0.2)
    return mutated(
      Buffer.from('name: &a A\nsocials:\n  - { platform: x, url: "https://x.org" }\nb: *a\n'),
      random,
    )
  return soup(YAML, 100_000, random)
}

export function hostilePost(random: Random): string | Buffer {
  const kinds = [
    () => postFile({}, soup(MARKDOWN, 200_000, random)),
    () => postFile({ title: soup(YAML, 50_000, random) }),
    () =>
      postFile(
        { [some(['tags', 'fields', 'authors', 'x'], random)]: soup(YAML, 20_000, random) },
        soup(MARKDOWN, 2_000, random),
      ),
    () =>
      mutated(
        Buffer.from(
          postFile(
            { tags: '[a, b]', description: '>-\n  x' },
            '# A\n\n![x](a.png) <p id="x">y</p>[^1]\n\n[^1]: z\n',
          ),
        ),
        random,
      ),
    () => soup([...YAML, ...MARKDOWN], 50_000, random),
  ]
  return some(kinds, random)()
}
