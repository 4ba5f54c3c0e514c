// What people do with Sveltia, and which files come of it.
import assert from 'node:assert/strict'
import { png } from '../support/picture.ts'
import type { Editor } from './editor.ts'

type Use = (editor: Editor) => Promise<void>

async function textOf(editor: Editor, path: string): Promise<string | undefined> {
  return (await editor.files()).get(`content/${path}`)?.toString()
}

async function choose({ field }: Editor, path: string, text: string): Promise<void> {
  await field(path).getByText(text, { exact: true }).click()
}

async function write({ field }: Editor, path: string, text: string): Promise<void> {
  await field(path).locator('input, textarea').last().fill(text)
}

async function add(editor: Editor, path: string, text?: string): Promise<void> {
  await editor.field(path).getByText(/^Add /).click()
  if (text !== undefined) await write(editor, path, text)
}

async function rename(editor: Editor, collection: string, entry: string, title: string): Promise<void> {
  await editor.open(collection, entry)
  await write(editor, 'title', title)
}

export const uses: Record<string, Use> = {
  'a post that does not name its status is saved once somebody has chosen it': async (editor) => {
    await rename(editor, 'blog', '2026-05-31-on-tables', 'On tables: again')
    await editor.page.getByRole('button', { name: 'Save' }).click()
    await editor.field('status').getByText('This field is required.').waitFor()
    await choose(editor, 'status', 'published')
    await editor.save()
    assert.equal(
      await textOf(editor, 'blog/posts/2026-05-31-on-tables.md'),
      `---
title: 'On tables: again'
publishedAt: 2026-05-31T09:00:00+02:00
status: published
authors:
  - ada
category: typography
tags:
  - tables
  - 2026
aliases:
  - tables-and-lists
  - /2015/Tables.html
attribution:
  author: The Typographer
  url: https://example.org/on-tables
fields:
  level: hard
  isOpen: false
  event: 2026-12-24
id: tables-1
---

Tables are \\*for\\* comparing &amp; <b>counting</b>, \`a * b\`.

    four spaces

- one
* two
`,
    )
  },

  'one that does is saved as it is': async (editor) => {
    await rename(editor, 'blog', '2026-06-01-on-rivers', 'On rivers, again')
    await editor.save()
    assert.equal(
      await textOf(editor, 'blog/posts/2026-06-01-on-rivers.md'),
      `---
title: On rivers, again
publishedAt: 2026-06-01
status: published
authors:
  - ada
category: news
fields:
  minutes: 2.5
  level: easy
---

Rivers are for following.
`,
    )
  },

  'a post in a folder is saved there': async (editor) => {
    await rename(editor, 'notes', 'trip%2Findex', '008')
    await editor.save()
    assert.equal(
      await textOf(editor, 'notes/posts/trip/index.md'),
      `---
title: '008'
publishedAt: 2026-06-01 10:00
status: draft
authors:
  - me
category: travel
tags:
  - by train
---

Off.
`,
    )
  },

  'what writing.md says is lost is lost, and no more': async (editor) => {
    await rename(editor, 'blog', '2026-06-02-on-loss', 'On loss, again')
    await editor.save()
    assert.equal(
      await textOf(editor, 'blog/posts/2026-06-02-on-loss.md'),
      `---
title: On loss, again
publishedAt: 2026-06-02T09:00:00Z
status: published
authors:
  - ada
category: news
fields:
  level: easy
  note: '1.1'
---

four spaces

More.
`,
    )
  },

  'an image for texts is uploaded into the folder of the posts': async (editor) => {
    const { page } = editor
    await editor.assets('content/blog/posts')
    await page.getByRole('button', { name: 'Upload' }).first().click()
    await choosing(editor, 'Choose Files', 'two columns.png')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await page.getByText('two columns.png').waitFor()
    assert.ok((await editor.files()).has('content/blog/posts/two columns.png'))
  },

  'a new post has a value for each field, and a cover beside it': async (editor) => {
    await editor.open('blog', 'new')
    await write(editor, 'title', 'What’s “new” in Node.js: <b>café</b>?')
    await editor.field('publishedAt').locator('input').fill('2026-08-31T21:30')
    await choose(editor, 'status', 'draft')
    await choose(editor, 'authors', 'Ada Ferrer')
    await choose(editor, 'category', 'News')
    await choose(editor, 'tags', 'The year')
    await write(editor, 'description', 'Two lines:\nof "text" # and no comment')
    await upload(editor, 'coverImage', 'My cat (1).png')
    await write(editor, 'coverAlt', 'A cat')
    await choose(editor, 'featured', 'Yes')
    await editor.field('updatedAt').locator('input').fill('2026-09-01T00:00')
    await write(editor, 'language', 'de')
    await add(editor, 'aliases', '/old/cat.html')
    await add(editor, 'attribution')
    await write(editor, 'attribution.author', 'The <Typographer>')
    await write(editor, 'attribution.url', 'https://example.org/cat?a=1&b=2')
    await write(editor, 'fields.minutes', '2.5')
    await choose(editor, 'fields.level', 'hard')
    await add(editor, 'fields.sources', 'A letter, from: "me"')
    await choose(editor, 'fields.topics', 'print')
    await choose(editor, 'fields.isOpen', 'No')
    await editor.field('fields.event').locator('input').fill('2026-12-24T18:00')
    await write(editor, 'fields.link', 'https://example.org/#c')
    await write(editor, 'fields.note', '2026')
    await choose(editor, 'fields.before', 'On rivers, again')
    await add(editor, 'fields.guests')
    await choose(editor, 'fields.guests.0', 'Ada Ferrer')
    await add(editor, 'fields.venue')
    await write(editor, 'fields.venue.city', 'Genoa: the port')
    await write(editor, 'fields.venue.size', '300')
    await add(editor, 'fields.steps')
    await write(editor, 'fields.steps.0.title', 'One')
    await add(editor, 'fields.steps.0.pictures')
    await upload(editor, 'fields.steps.0.pictures.0', 'one.png')
    await add(editor, 'fields.hero')
    await upload(editor, 'fields.hero.file', 'the pier.png')
    await write(editor, 'fields.hero.alt', 'The pier')
    await upload(editor, 'fields.audio', 'talk.mp3')
    await write(editor, 'body', BODY)
    await editor.save()
    const files = await editor.files()
    const path = [...files.keys()].find((one) => NEW.test(one)) ?? ''
    assert.ok(files.get(path)?.toString().endsWith(`\n---\n\n${BODY}\n`), 'the text is as it was typed')
    assert.ok(files.has('content/blog/posts/My cat (1).png'))
  },

  'a new post where nothing is declared has no more than what is written': async (editor) => {
    await editor.open('notes', 'new')
    await write(editor, 'title', 'By train')
    await editor.field('publishedAt').locator('input').fill('2026-01-01T00:00')
    await choose(editor, 'status', 'published')
    await add(editor, 'authors', 'me')
    await write(editor, 'category', 'Travel')
    await write(editor, 'body', 'On.')
    await nameIt(editor, 'by_train', 'by-rail')
    await editor.save()
    assert.equal(
      await textOf(editor, 'notes/posts/by-rail.md'),
      `---
title: By train
publishedAt: 2026-01-01T05:00:00Z
status: published
authors:
  - me
category: Travel
---

On.
`,
    )
  },

  'an author is changed, and another one is new': async (editor) => {
    await editor.open('blog_authors', 'ada')
    await write(editor, 'role', 'Editor')
    await editor.save()
    assert.equal(
      await textOf(editor, 'blog/authors/ada.yml'),
      'name: Ada Ferrer\nrole: Editor\nsocials:\n  - platform: github\n    url: https://github.com/ada\n',
    )
    await editor.open('blog_authors', 'new')
    await write(editor, 'name', 'Zoë O’Hara')
    await editor.save()
    assert.equal(await textOf(editor, 'blog/authors/zoe-o-hara.yml'), 'name: Zoë O’Hara\n')
  },

  'a tag is described, and all others stay': async (editor) => {
    await editor.open('blog_lists', 'tags')
    await editor.field('tables').locator('button[aria-controls]').first().click()
    await write(editor, 'tables.description', 'Rows and columns.')
    await editor.save()
    assert.equal(
      await textOf(editor, 'blog/tags.yml'),
      "'2026':\n  name: The year\ntables:\n  name: Tables\n  description: Rows and columns.\n  aliases:\n    - charts\n",
    )
  },
}

/** @param wrong a name that no post may have */
async function nameIt({ page }: Editor, wrong: string, name: string): Promise<void> {
  await page.getByRole('radio', { name: 'Slug' }).click()
  await page.getByRole('button', { name: 'Edit' }).last().click()
  const slug = page.getByRole('textbox', { name: 'Slug' })
  await slug.fill(wrong)
  await page.getByText('Write letters, digits and hyphens.').waitFor()
  await slug.fill(name)
  await slug.press('Enter')
}

async function upload(editor: Editor, path: string, name: string): Promise<void> {
  await editor.field(path).getByRole('button', { name: 'Browse' }).click()
  await choosing(editor, 'Upload', name)
  const dialog = editor.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Insert' }).click()
  // The next one must not be taken for it.
  await dialog.first().waitFor({ state: 'hidden' })
}

async function choosing({ page }: Editor, button: string, name: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await (await chooser).setFiles({ name, mimeType: 'image/png', buffer: png(3, 2, name.length) })
}

/** Named by the day and by the title. */
const NEW = /^content\/blog\/posts\/\d{4}-\d\d-\d\d-what-s-new-in-node-js-b-cafe-b\.md$/

const BODY = `# Cats & "dogs"

![Two columns](two%20columns.png) is \\*not\\* a _dog_ :cat: <em>here</em> [x]

\`\`\`js
if (a < b) return '---'
\`\`\`

---

| a | b |
|---|---|
| 1 | 2 |

> [!NOTE]
> End.`

/** The new post, as the API has it, with files by the names that they had. */
export const MEANT = {
  slug: 'what-s-new-in-node-js-b-cafe-b',
  title: 'What’s “new” in Node.js: <b>café</b>?',
  featured: true,
  description: 'Two lines:\nof "text" # and no comment',
  publishedAt: '2026-09-01T01:30:00.000Z',
  updatedAt: '2026-09-01T04:00:00.000Z',
  status: 'draft',
  attribution: { author: 'The <Typographer>', url: 'https://example.org/cat?a=1&b=2' },
  aliases: ['/old/cat.html'],
  authors: ['ada'],
  category: 'news',
  tags: ['2026'],
  fields: {
    minutes: 2.5,
    level: 'hard',
    sources: ['A letter, from: "me"'],
    topics: ['print'],
    isOpen: false,
    event: '2026-12-24T23:00:00.000Z',
    link: 'https://example.org/#c',
    note: '2026',
    before: {
      collection: 'posts',
      id: 'post_dc0edf803b1e5301ec3e',
      path: 'on-rivers',
      title: 'On rivers, again',
      url: 'https://example.org/on-rivers',
    },
    guests: [
      {
        collection: 'authors',
        id: 'author_58d51dbbe5fe46b90590',
        path: 'ada',
        title: 'Ada Ferrer',
        url: null,
      },
    ],
    venue: { city: 'Genoa: the port', size: 300 },
    steps: [
      {
        title: 'One',
        pictures: [{ url: 'https://api.example.org/media/one.png', alt: '', width: 3, height: 2 }],
      },
    ],
    hero: { url: 'https://api.example.org/media/the-pier.png', alt: 'The pier', width: 3, height: 2 },
    audio: { url: 'https://api.example.org/media/talk.mp3', size: 71, type: 'audio/mpeg' },
  },
}
