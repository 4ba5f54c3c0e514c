// Workspaces without an error, full of what is hard to read and to render: safe and trusted, with and without lists.
import { between, oneOf, type Random, seeded, sentence } from '../bench/words.ts'
import { jpeg, png, tiff } from '../support/picture.ts'
import { blocks, headers } from './pieces.ts'

/** By path below a content root. */
export type Files = Map<string, string | Uint8Array>

export interface Post {
  /** Its path in the workspace, and the ones of the others of its workspace. */
  inside: string
  others: readonly string[]
  header: string[]
  body: string[]
}

/** What a workspace of this number says of itself: each differs in what posts may and must say. */
interface Kind {
  trusted: boolean
  url: string | undefined
  declared: boolean
}

export function kindOf(number: number): Kind {
  const urls = ['https://example.org/{year}/{month}/{slug}', 'https://example.org/b/{category}/{slug}?a=1&b']
  return { trusted: number % 2 === 1, url: urls[number % 3], declared: number % 4 < 2 }
}

/** A workspace's own files, and a function that says what a post of it is. */
export function writeWorkspace(files: Files, folder: string, number: number, posts: number): Post[] {
  const kind = kindOf(number)
  const random = seeded(number)
  files.set(`${folder}/workspace.yml`, settingsOf(number, kind))
  if (kind.declared) {
    files.set(
      `${folder}/categories.yml`,
      'news: { name: News }\nessays: { name: Essäys, description: "a: b" }\n',
    )
    files.set(
      `${folder}/tags.yml`,
      'web: { name: The web }\nc-sharp: { name: C# }\n見出し: { name: 見出し, id: t1 }\n',
    )
    files.set(
      `${folder}/authors/ada.yml`,
      'name: Ada\nbio: >-\n  a\n  b\nimage: ../posts/img/map.png\nsocials: [{ platform: twitter, url: https://x.com/a }]\n',
    )
    files.set(`${folder}/authors/zoë.yml`, 'name: Zoë\nrole: Editor\nid: zoe-1\n')
  }
  writeMedia(files, folder)
  const paths = Array.from({ length: posts }, (_, index) => `posts/${pathOf(index, random)}.md`)
  return paths.map((inside, index) => postOf(inside, index, paths, kind, random))
}

/** As a file: front matter, text, and the line ends and marks of other systems on some. */
export function writtenPost({ header, body }: Post, random: Random): string | Uint8Array {
  const text = `---\n${header.join('\n')}\n---\n${body.join('\n\n')}\n`
  const ends = between(random, 0, 19)
  if (ends === 0) return text.replaceAll('\n', '\r\n')
  return ends === 1 ? `\ufeff${text}` : text
}

function settingsOf(number: number, { trusted, url }: Kind): string {
  return [
    `name: Workspace ${number}`,
    ...(url === undefined ? [] : [`url: ${url}`]),
    ...(trusted ? ['html: trusted'] : []),
    `language: ${oneOf(seeded(number), ['en', 'pt-BR', 'zh-Hant'])}`,
    `defaults: { authors: [ada], category: news${number % 2 ? ', coverImage: posts/img/map.png' : ''} }`,
    'fields:',
    '  minutes: { type: number }',
    '  level: { type: select, options: [easy, hard] }',
    '  sources: { type: list }',
    '  when: { type: date }',
    '',
  ].join('\n')
}

function writeMedia(files: Files, folder: string): void {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><path d="M0 0"/></svg>'
  files.set(`${folder}/posts/img/map.png`, png(30, 20))
  files.set(`${folder}/posts/img/photo.jpg`, jpeg(40, 30, tiff(6)))
  files.set(`${folder}/posts/img/draw.svg`, svg)
  files.set(`${folder}/posts/img/flat.svg`, '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="0"/>')
  files.set(`${folder}/posts/img/dot.svg`, '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
  files.set(`${folder}/posts/img/köln (1).png`, png(5, 4, 9))
  files.set(`${folder}/posts/img/unused.png`, png(1, 1))
  for (const name of ['film.mp4', 'text.vtt', 'paper.pdf', 'sound.mp3']) {
    files.set(`${folder}/posts/img/${name}`, `${name} of ${folder}`)
  }
}

function pathOf(index: number, random: Random): string {
  const name = oneOf(random, ['post', 'ärlig', '日本語', 'c-sharp', '2024-05-31-dated', 'пост'])
  const folder = oneOf(random, ['', '', '2024/', 'a/b/'])
  return between(random, 0, 30) === 0 ? `${folder}${name}-${index}/index` : `${folder}${name}-${index}`
}

function postOf(
  inside: string,
  index: number,
  others: readonly string[],
  { url, declared, trusted }: Kind,
  random: Random,
): Post {
  const day = `20${between(random, 10, 35)}-${two(between(random, 1, 12))}-${two(between(random, 1, 28))}`
  const time = oneOf(random, ['', '', 'T10:00', 'T23:59:59Z', 'T01:30:00+05:30', 'T10:00:00.123Z'])
  const header = [
    `title: ${oneOf(random, ['A', '見出し', '"Q: \\"a\\""', 'Ünï'])} ${index}`
      .replace('" ', ' ')
      .replace(/^title: "(.*)$/, 'title: "$1"'),
  ]
  header.push(between(random, 0, 14) === 0 ? 'status: draft' : `publishedAt: ${day}${time}`)
  header.push(...headers({ index, declared, trusted, url }, random))
  const body = Array.from({ length: between(random, 1, 6) }, () =>
    oneOf(random, blocks)({ inside, others, canLink: url !== undefined, random }),
  )
  return { inside, others, header, body: [sentence(random, 4, 20), ...body] }
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
