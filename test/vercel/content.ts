// Content for the built function: a workspace with one of each, and one whose posts make a body over 4.5 MB.
import { writeFiles } from '../support/files.ts'

export const largePosts = 400

/** @param content the clone's content folder; other workspaces in it stay as they are */
export function writeContent(content: string): void {
  writeFiles(content, { ...small(), ...large() })
}

function small(): Record<string, string> {
  return {
    'small/workspace.yml': [
      'name: Small\nurl: https://example.org/blog/{slug}\nkeys: [small, small-second]\ncollections:',
      '  pages: { url: "https://example.org/{path}" }',
      '  talks: { title: name, sort: -fields.at, fields: { name: string, at: date, about: { type: reference, to: [posts, pages] } } }',
      '  options: { single: true, fields: { tagline: string } }\n',
    ].join('\n'),
    'small/pages/index.md':
      '# Home\n\nThe naïve home of 全文検索, see [how](guides/how-to.md) and [one](../posts/entry-1.md).\n',
    'small/pages/guides/how-to.md':
      '---\nposition: 2\naliases: [how]\n---\n# How to\n\nA <b>guide</b> to C++.\n',
    'small/pages/guides/later.md': '---\ntitle: Later\npublishedAt: 2999-01-01\n---\nNot yet.\n',
    'small/talks/größe-中文.yml': 'name: Größe\nat: 2024-03-01\nabout: entry-1\n',
    'small/talks/b.json': '{ "name": "B", "at": "2024-04-01", "about": "guides/how-to" }',
    'small/options.yml': 'tagline: One\n',
    'small/authors/ada.yml':
      'name: Ada\nrole: Editor\nsocials:\n  - { platform: github, url: https://github.com/ada }\n',
    'small/authors/zoe.yml': 'name: Zoë\nbio: Writes.\n',
    'small/categories.yml':
      'guides: { name: Guides, description: How to }\nnews: { name: News }\nempty: { name: Empty }\n',
    'small/tags.yml':
      'web: { name: Web }\nc-plus-plus: { name: C++ }\nunused: { name: Unused, description: none yet }\n',
    ...Object.fromEntries(Array.from({ length: 23 }, (_, n) => [`small/posts/entry-${n}.md`, entry(n)])),
    'small/posts/moved.md': post(
      'Moved',
      '2024-02-01',
      'aliases: [old-name, frühere]\nid: kept-id\ncoverImage: moved.svg\n',
    ),
    'small/posts/moved.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>',
    'small/posts/größe-中文.md': post(
      'Größe 中文',
      '2024-02-02',
      'featured: true\n',
      'Naïve café, 全文検索 and C++.',
    ),
    'small/posts/index-of.md': post('Index', '2024-02-03', 'slug: index\n'),
    'small/posts/page.md': post(
      'Page',
      '2024-02-04',
      'attribution: { author: Someone, url: https://example.org/a }\n',
    ),
    'small/posts/secret.md': post('Secret', '2024-02-05', 'status: draft\n'),
    'small/posts/later.md': post('Later', '2999-01-01', ''),
  }
}

function entry(n: number): string {
  const day = String((n % 12) + 1).padStart(2, '0')
  const extra = `tags: [${n % 3 === 0 ? 'web, c-plus-plus' : 'web'}]\n${n % 5 === 0 ? 'featured: true\n' : ''}`
  return post(`Entry ${n}`, `2024-01-${day}`, extra, `Words of entry ${n}: ${words(n, 60)}`)
}

function post(title: string, date: string, extra: string, text = `The text of ${title}.`): string {
  const author = title.length % 2 === 0 ? 'ada' : 'zoe'
  const category = title.startsWith('Entry') ? 'guides' : 'news'
  const front = `title: "${title}"\npublishedAt: ${date}\nauthors: [${author}]\ncategory: ${category}\n${extra}`
  return `---\n${front}---\n\n${text}\n\n> [!NOTE]\n> A *note* & <b>more</b>.\n`
}

function large(): Record<string, string> {
  const files: Record<string, string> = {
    'large/workspace.yml': 'name: Large\ndefaults: { authors: [someone], category: notes }\n',
  }
  for (let n = 0; n < largePosts; n++) {
    const day = new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10)
    const paragraphs = Array.from({ length: 20 }, (_, p) => `Paragraph ${p}: ${words(n * 20 + p, 110)}.`)
    const text = `---\ntitle: Large ${n}\npublishedAt: ${day}\n---\n\n${paragraphs.join('\n\n')}\n`
    files[`large/posts/large-${n}.md`] = text
  }
  return files
}

const syllables = [
  'ga',
  'lley',
  'pro',
  'of',
  'ty',
  'pe',
  'ma',
  'rk',
  'do',
  'wn',
  'sna',
  'p',
  'sho',
  't',
  'me',
  'tal',
]

/** `count` made-up words, the same ones for the same seed on every machine. */
function words(seed: number, count: number): string {
  let state = seed * 2654435761 + 1
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return syllables[state >>> 28]!
  }
  return Array.from({ length: count }, () => next() + next() + next()).join(' ')
}
