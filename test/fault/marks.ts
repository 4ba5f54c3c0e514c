// Runs of combining marks in every script, and the places where somebody can write one.
import fc from 'fast-check'
import { type Files, postFile } from '../support/workspace.ts'

/** A letter of each script, and marks of several combining classes for it, the highest first. */
const scripts: Record<string, [letter: string, ...marks: string[]]> = {
  Latin: ['a', '\u0345', '\u0301', '\u0315', '\u0323', '\u0327', '\u0334'],
  'marks of two parts': ['ế', '\u0345', '\u0344', '\u0327', '\u0f73'],
  Hebrew: ['א', '\u05bf', '\u0591', '\u05bc', '\u05b7', '\u05b0'],
  Arabic: ['س', '\u0653', '\u0711', '\u0670', '\u0651', '\u064b'],
  Devanagari: ['क', '\u0951', '\u094d', '\u093c'],
  Thai: ['ก', '\u0323', '\u0e48', '\u0e38'],
  Tibetan: ['ཀ', '\u0f39', '\u0f74', '\u0f72', '\u0f71'],
  Japanese: ['か', '\u302d', '\u302a', '\u3099'],
  'halfwidth kana': ['ｶ', '\u0345', '\u0301', '\uff9f', '\u0334'],
  Korean: ['가', '\u302f', '\u302e', '\u0334'],
  music: ['𝅘', '\u{1d185}', '\u{1d165}', '\u{1d17b}', '\u{1d16d}'],
}

const orders: Record<string, (marks: readonly string[], count: number) => string> = {
  'one after another': (marks, count) => marks.join('').repeat(count / marks.length),
  sorted: (marks, count) => marks.map((mark) => mark.repeat(count / marks.length)).join(''),
}

/** What is left out where words are compared or hosts are read, and what stays: then runs are joined only by that. */
const between: Record<string, string> = {
  ' with hyphens': '\u00ad',
  ' with selectors': '\ufe0f',
  ' with joiners': '\u200d',
}

export interface MarkedText {
  name: string
  /** A run of so many marks. */
  long(count: number): string
  /** The same marks, and no long run of them. */
  short(count: number): string
}

/** Some marks of each script in some order, with or without something between runs that are not long. */
export const markedText: fc.Arbitrary<MarkedText> = fc
  .tuple(
    fc.constantFrom(...Object.entries(scripts)),
    fc.constantFrom(...Object.entries(orders)),
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(['', ''] as const) },
      fc.constantFrom(...Object.entries(between)),
    ),
  )
  .map(([[script, [letter, ...marks]], [order, ordered], [joined, separator]]) => ({
    name: `${script}, ${order}${joined}`,
    long: (count) => letter + ordered(marks, count).replace(/.{24}/gsu, `$&${separator}`),
    short: (count) => letter + ordered(marks, count).replace(/.{12}/gsu, `$&${letter}`),
  }))

/** A workspace with one post. */
const post = (front: Record<string, string>, text?: string, workspace = ''): Files => ({
  'blog/posts/a.md': postFile(front, text),
  'blog/workspace.yml': `url: https://example.org/{slug}\nembeds: [example.com]\n${workspace}`,
})
const body = (text: string) => post({}, text)

/** As many characters as it takes bytes of marks, since these are written with more. */
const part = (text: string, share: number) => [...text].slice(0, text.length / share).join('')
const entities = (text: string) => part(text, 8).replace(/[^a]/gu, (mark) => `&#${mark.codePointAt(0)};`)
const percent = (text: string) => encodeURIComponent(part(text, 8))

/** What a workspace is with a text in some place. */
export const postPlaces: Record<string, (text: string) => Files> = {
  title: (text) => post({ title: text }),
  description: (text) => post({ description: text }),
  slug: (text) => post({ slug: text }),
  id: (text) => post({ id: text }),
  tag: (text) => post({ tags: `[${text}]` }),
  category: (text) => post({ category: text }),
  author: (text) => post({ authors: `[${text}]` }),
  alias: (text) => post({ aliases: `[${text}, /${text}, "/${percent(text)}"]` }),
  'cover image': (text) => post({ coverImage: `${text}.png` }),
  'cover image elsewhere': (text) => post({ coverImage: `https://${text}.org/${text}.png`, coverAlt: text }),
  attribution: (text) => post({ attribution: `{ author: ${text}, url: "https://a.${text}/${text}" }` }),
  'escaped host': (text) => post({ coverImage: `https://${percent(text)}.org/a.png` }),
  'host without slashes': (text) => post({ coverImage: `ht\ttps:${text}` }),
  language: (text) => post({ language: text }),
  date: (text) => post({ publishedAt: text, updatedAt: `2026-05-${text}` }),
  key: (text) => post({ [text]: 'x', fields: `{ ${text}: ${text} }` }),
  'YAML comment': (text) => post({ title: `Hello # ${text}` }),
  word: (text) => body(text),
  words: (text) => body(`one ${text} two.${text}-three_${text}`),
  heading: (text) => body(`# ${text}\n\n[x](#${text}) [x](#${percent(text)})\n`),
  'id of a heading': (text) => body(`# A {#${text}}\n\n${text}\n===\n`),
  emphasis: (text) => body(`*${text}*${text}**${text}**`),
  code: (text) => body(`\`${text}\`\n\n\`\`\`${text}\n${text}\n\`\`\`\n`),
  table: (text) => body(`| ${text} | b |\n|-|-|\n| ${text} | c |\n`),
  footnote: (text) => body(`x[^${text}]\n\n[^${text}]: ${text}\n`),
  definition: (text) => body(`[x][${text}] [${text}]\n\n[${text}]: https://example.org "${text}"\n`),
  link: (text) => body(`[x](${text}.md) [x](/${text})`),
  'link to another folder': (text) => body(`[${text}](../${text}/a.png)`),
  'escaped link': (text) => body(`[x](${percent(text)}.md) [x](//${percent(text)}.org)`),
  'link to a host': (text) => body(`[x](https://${text}.org) [x](//${text}.org) <https://${text}.org>`),
  'bare link': (text) => body(`https://example.org/${text} www.${text}.org a@${text}.org`),
  image: (text) =>
    body(`![${text}](${text}.png) <img src="${text}.png" srcset="${text}.png 2x, //${text}.org/a 3x">`),
  frame: (text) =>
    body(`<iframe src="https://${text}.com/"></iframe>\n<iframe src="//${text}.com/"></iframe>`),
  player: (text) => body(`<video src="//${text}.org/a.mp4"></video><audio src="${text}.mp3"></audio>`),
  attribute: (text) => body(`<p id="${text}" class="${text}" title="${text}">x</p> <a href="#${text}">x</a>`),
  element: (text) => body(`<b${text}>x</b${text}>`),
  entities: (text) => body(`${entities(text)} [x](${entities(text)}.md)`),
  template: (text) => body(`{{ ${text} }} {% ${text} %}`),
  alert: (text) => body(`> [!${text}]\n> x\n`),
}

/** The same of files of YAML, which are tried in another process if they are large. */
export const yamlPlaces: Record<string, (text: string) => Files> = {
  workspace: (text) => post({}, 'x', `name: ${text}\ndescription: ${text}\n`),
  'keys of a workspace': (text) => post({}, 'x', `key: ${text}\nlanguage: ${text}\n`),
  'address of the site': (text) => ({
    ...post({}),
    'blog/workspace.yml': `url: https://${text}.org/${text}/{slug}\n`,
  }),
  'host of frames': (text) => ({ ...post({}), 'blog/workspace.yml': `embeds: [${text}.com]\n${text}: x\n` }),
  tags: (text) => ({ ...post({ tags: '[a]' }), 'blog/tags.yml': `a: { name: ${text} }\n${text}: ${text}\n` }),
  categories: (text) => ({
    ...post({}),
    'blog/categories.yml': `news:\n  name: ${text}\n  description: ${text}\n`,
  }),
  authors: (text) => ({ ...post({}), 'blog/authors/ada.yml': `name: ${text}\nbio: ${text}\n` }),
  'addresses of authors': (text) => ({
    ...post({}),
    'blog/authors/ada.yml': `name: A\nimage: https://${text}.org/a.png\nsocials: [{ platform: x, url: "https://${text}.org" }]\n`,
  }),
}
