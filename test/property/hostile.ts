// Requests nobody in their right mind would send, and similar ones: the vocabulary of the contract, distorted.
import fc from 'fast-check'
import { anyCharacter } from '../support/characters.ts'

export interface HostileRequest {
  method: string
  target: string
  /** By lower-case name; values as they could come over a socket. */
  headers: Record<string, string>
  address: string
}

const words = (text: string) => text.trim().split(/\s+/)

const names = words(`
  demo demo_next loose empty bulky unknown v1 posts post categories tags authors status shared media docs openapi.json api
  welcome renamed old-name z%C3%BCrich zu%CC%88rich %C3%A4lter post_welcome next-week far-future undated css ada news`)

const traps = words(`
  . .. %2e %2E%2e %2F %2f%2f %5C \\ %00 %0d%0aSet-Cookie:a=b %0A % %z %zz %FF %E0%A4%A %c3%28 %ED%A0%80 %F0%9F%98%80
  __proto__ constructor hasOwnProperty toString null undefined NaN -1 1e9 ' " < > { } | ^ \` @ : ; , = & + ~ ! $ ( ) *
  evil.example @evil.example :80 javascript:alert(1) http: https:%2F%2Fevil.example ..%2f..%2fetc%2fpasswd .git .env
  ﷺ ﬁ İ ß ẞ ǅ \u202e \u0000 \ud83d a\u0301 \u{1f600} 中文 한국어 ʼn`)

const long = fc.nat(9_000).map((length) => 'x'.repeat(length))

const segment = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...names) },
  { weight: 4, arbitrary: fc.constantFrom(...traps) },
  { weight: 2, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 6 }).map(encoded) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...names), fc.constantFrom(...traps)).map((two) => two.join('')),
  },
  { weight: 1, arbitrary: fc.constant('') },
)

/** As a browser would put it into a path; what it cannot encode stays. */
function encoded(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return text
  }
}

const separator = fc.oneof(
  { weight: 20, arbitrary: fc.constant('/') },
  { weight: 1, arbitrary: fc.constantFrom('//', '\\', '/./', '/../', '/%2e%2e/', '///', '/;/') },
)

const loosePath = fc
  .array(fc.tuple(separator, segment), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.flat().join(''))

/** Valid enough that parameters are read. */
const goodPath = fc
  .tuple(
    fc.constantFrom('/v1/demo', '/v1/loose', '/v1/demo_next', '/demo', '/demo/v1', '/v1/empty'),
    fc.constantFrom(
      '/posts',
      '/categories',
      '/tags',
      '/authors',
      '/post/welcome',
      '/posts/renamed',
      '/tags/css',
    ),
    fc.constantFrom('', '', '', '/'),
  )
  .map((parts) => parts.join(''))

const path = fc.oneof({ weight: 2, arbitrary: loosePath }, { weight: 3, arbitrary: goodPath })

const parameter = fc.constantFrom(
  ...words(`limit page order sort category categories excludeCategories exclude tags excludeTags tagsMatch featured
    author query search format select snapshot status __proto__ constructor LIMIT limit[] limit%00`),
)

const value = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      ...words(`1 2 10 all 999999999999999 1000000000000000 0 -1 1.5 01 %201 asc desc publishedAt -updatedAt relevance
        news,guides news,,guides css,js , any true false ada author_ada html markdown text title,slug content id,id
        harbour har C%2B%2B .NET v20.1.0 z%C3%BCrich %22to+be%22 + %20 %00 !!! %F0%9F%98%80 nothing`),
    ),
  },
  { weight: 3, arbitrary: fc.constantFrom(...traps) },
  { weight: 2, arbitrary: fc.string({ maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 600 }).map(encoded) },
  { weight: 1, arbitrary: fc.constant('') },
)

const query = fc
  .array(fc.tuple(parameter, fc.constantFrom('=', '=', '=', '==', ''), value), { maxLength: 6 })
  .chain((pairs) =>
    fc
      .constantFrom('&', '&', '&', '&&', ';', '&?')
      .map((joint) => pairs.map((pair) => pair.join('')).join(joint)),
  )

const origin = fc.oneof(
  { weight: 30, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'http://evil.example',
      'HTTPS://a:b@evil.example:1',
      '//evil.example',
      '/\\evil',
      'http://[',
    ),
  },
)

export const target: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc
      .tuple(origin, path, fc.constantFrom('?', '?', '?', '#', '', '??'), query)
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.tuple(goodPath, long).map(([path, text]) => `${path}?query=${text}`) },
  { weight: 1, arbitrary: long.map((text) => `/${text}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('*', '', '/', '?', '#', '//', '/?', 'evil.example:443', '/v1', '/v1/'),
  },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
)

const tag = fc.constantFrom(
  '*',
  '""',
  'W/""',
  '"',
  'x',
  '"a", "b", W/"c"',
  `"${'a'.repeat(4_000)}"`,
  ',,,',
  '*, "a"',
)

const header = fc.oneof(
  fc.tuple(fc.constant('if-none-match'), tag),
  fc.tuple(
    fc.constant('accept-encoding'),
    fc.constantFrom(
      'gzip',
      'gzip;q=0',
      '*',
      'gzip;q=2',
      ';;;',
      'identity;q=0',
      'br, gzip;q=0.1',
      `${'gzip,'.repeat(500)}`,
    ),
  ),
  fc.tuple(
    fc.constantFrom('x-forwarded-for', 'x-real-ip', 'forwarded'),
    fc.constantFrom('::1', '1.2.3.4, x', ',', '%'),
  ),
  fc.tuple(
    fc.constantFrom('authorization', 'range', 'origin', 'cookie'),
    fc.constantFrom('Bearer x', 'bytes=0-1', 'null'),
  ),
)

const method = fc.oneof(
  { weight: 12, arbitrary: fc.constant('GET') },
  { weight: 4, arbitrary: fc.constantFrom('HEAD', 'OPTIONS') },
  { weight: 2, arbitrary: fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY') },
)

export const hostileRequest: fc.Arbitrary<HostileRequest> = fc.record({
  method,
  target,
  headers: fc.array(header, { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs)),
  address: fc.constantFrom(
    '127.0.0.1',
    '::1',
    '::ffff:1.2.3.4',
    'fe80::1%eth0',
    '2001:db8::1',
    'unknown',
    '',
  ),
})

/** Whether a redirect stays on the host it came from, however a client reads it. */
export function staysOnHost(location: string): boolean {
  const url = new URL(location, 'https://galley.example/a/b')
  return /^\/(?![/\\])/.test(location) && url.origin === 'https://galley.example'
}

/** A workspace whose list of all posts is large enough to be streamed. */
export const bulky = Object.fromEntries(
  ['one', 'two', 'three'].map((slug) => [
    `bulky/posts/${slug}.md`,
    `---\n{ title: ${slug}, publishedAt: 2026-01-01, authors: [ada], category: news }\n---\n${'word '.repeat(80_000)}\n`,
  ]),
)
