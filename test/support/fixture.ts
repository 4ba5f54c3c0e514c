// The content of the contract suite: a workspace that declares lists, one whose lists are inferred from its
// posts, and one without posts.

/** The clock of the suite: at this very instant `welcome` is published. */
export const now = Date.UTC(2026, 5, 15, 12)

/** When the scheduled posts of `demo` and `loose` go live. */
export const scheduled = Date.UTC(2026, 5, 22, 8)

interface Post {
  publishedAt?: string
  status?: 'draft'
  category: string
  tags?: string[]
  authors?: string[]
  body?: string
  [key: string]: unknown
}

/** The posts of `demo` by slug, newest first. */
export const posts: Record<string, Post> = {
  'far-future': { publishedAt: '2027-01-01', category: 'news', authors: ['cy'] },
  'next-week': {
    publishedAt: new Date(scheduled).toISOString(),
    category: 'news',
    tags: ['js', 'größe'],
    authors: ['cy'],
    id: 'post_next',
    aliases: ['soon'],
    body: 'The harbour gets a lighthouse.',
  },
  welcome: {
    publishedAt: new Date(now).toISOString(),
    updatedAt: '2026-06-15T14:30:00+02:00',
    title: 'Welcome to the harbour',
    description: 'What this is about.',
    coverImage: 'https://example.org/cover.jpg',
    id: 'post_welcome',
    featured: true,
    category: 'news',
    tags: ['css', 'js'],
    authors: ['ada', 'bo'],
    attribution: { author: 'Cleo', url: 'https://example.org/cleo' },
    fields: { minutes: 4, course: 'start' },
    body: 'First **words**.\n\nA [link](https://example.org/zeppelin).',
  },
  renamed: {
    publishedAt: '2026-06-10T06:00:00.000Z',
    id: 'post_stable',
    aliases: ['old-name', 'älter'],
    category: 'guides',
    tags: ['git'],
    body: 'It was called something else.',
  },
  zürich: {
    publishedAt: '2026-06-01',
    title: 'Zürich by boat',
    aliases: ['zuerich'],
    category: 'guides',
    tags: ['größe'],
    authors: ['bo'],
    body: 'From harbour to harbour, past the café.',
  },
  'tie-é': { publishedAt: '2026-05-20T09:30:00.000Z', category: 'news', tags: ['git', 'js'] },
  'tie-z': { publishedAt: '2026-05-20T09:30:00.000Z', category: 'news', featured: true },
  'tie-9': { publishedAt: '2026-05-20T09:30:00.000Z', category: 'guides', tags: ['css', 'git'] },
  'tie-10': { publishedAt: '2026-05-20T09:30:00.000Z', category: 'notes', tags: ['css'], authors: ['bo'] },
  cpp: { publishedAt: '2026-05-10', category: 'guides', body: 'Templates in C++ are a language.' },
  csharp: { publishedAt: '2026-05-09', category: 'guides', body: 'Queries in C# are objects.' },
  runtime: {
    publishedAt: '2026-05-08',
    category: 'guides',
    body: 'Moving from .NET to node.js v20.1.0 today.',
  },
  ...Object.fromEntries(
    [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((day) => [
      `note-${String(day).padStart(2, '0')}`,
      {
        publishedAt: `2026-04-${String(day).padStart(2, '0')}`,
        ...(day === 3 && { updatedAt: '2026-06-14' }),
        category: 'notes',
        tags: day % 2 === 0 ? ['css'] : [],
        body: `Note number ${day}.`,
      },
    ]),
  ),
}

/** The slugs of `demo` visible at `now`, newest first. */
export const visible = Object.keys(posts).filter((slug) => Date.parse(posts[slug]!.publishedAt!) <= now)

const drafts: Record<string, Post> = {
  dated: { status: 'draft', publishedAt: '2026-03-01', category: 'attic', tags: ['css'], authors: ['dee'] },
  undated: { status: 'draft', category: 'news', body: 'A secret harbour.' },
}

/** Files below `content/`. */
export const files: Record<string, string> = {
  'demo/workspace.yml': `
name: Demo
url: https://example.org/blog/{slug}
keys: [demo, demo_next]
fields:
  minutes: { type: number }
  course: { type: string }
`,
  'demo/authors/ada.yml': `
name: Ada Löv
id: author_ada
image: https://example.org/ada.jpg
bio: Writes.
role: Editor
socials: [{ platform: github, url: https://github.com/ada }]
`,
  'demo/authors/bo.yml': 'name: bo\n',
  'demo/authors/cy.yml': 'name: Cy\n',
  'demo/authors/dee.yml': 'name: Dee\n',
  'demo/categories.yml': `
notes: { name: Notes }
news: { name: Élan, id: category_news, description: What happened. }
guides: { name: guides }
attic: { name: Attic }
`,
  'demo/tags.yml': `
unused: { name: Ünused }
js: { name: JavaScript }
größe: { name: css }
css: { name: CSS, id: tag_css, description: Style sheets. }
git: { name: Git }
`,
  ...markdown('demo', { ...posts, ...drafts }),
  ...markdown('loose', {
    first: {
      publishedAt: '2026-01-02',
      category: 'design-systems',
      tags: ['Machine Learning', 'C#'],
      authors: ['zoë'],
    },
    second: { publishedAt: '2026-01-03', category: 'entwürfe', authors: ['zoë'] },
    later: {
      publishedAt: new Date(scheduled).toISOString(),
      category: 'hidden',
      tags: ['quantum'],
      authors: ['kay'],
    },
    sketch: { status: 'draft', category: 'drawer', tags: ['pencil'], authors: ['lee'] },
  }),
  'empty/workspace.yml': 'name: Empty\n',
  'empty/categories.yml': 'news: { name: News }\n',
}

function markdown(folder: string, list: Record<string, Post>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(list).map(([slug, { body = `This is ${slug}.`, ...front }]) => {
      const matter = { title: `About ${slug}`, authors: ['ada'], ...front }
      return [`${folder}/posts/${slug}.md`, `---\n${JSON.stringify(matter)}\n---\n${body}\n`]
    }),
  )
}
