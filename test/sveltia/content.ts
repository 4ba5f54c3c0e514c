// Content as people write it: with Windows line ends, comments, short forms, and what forms do not show.

export const files: Record<string, string> = {
  'blog/workspace.yml': `name: The <b>blog</b> & "more"
url: https://example.org/{slug}
fields:
  minutes: { type: number }
  level: { type: select, options: [easy, hard], required: true }
  sources: { type: list }
  topics: { type: list, options: [type, print] }
  isOpen: { type: boolean }
  event: { type: date }
  link: { type: url }
  note: { type: string }
  before: { type: reference, to: posts }
  guests: { type: list, of: { type: reference, to: authors } }
  venue: { type: object, fields: { city: { type: string, required: true }, size: number } }
  steps: { type: list, fields: { title: { type: string, required: true }, pictures: { type: list, of: image } } }
  hero: { type: image, alt: required }
  audio: { type: file }
`,
  'blog/authors/ada.yml': `# Since 2019.
name: Ada Ferrer
socials:
  - { platform: github, url: https://github.com/ada }
`,
  'blog/categories.yml': `typography:
  name: Typography
  description: Letters and lines.
news: { name: News }
`,
  'blog/tags.yml': 'tables: { name: Tables, aliases: [charts] }\n"2026": { name: The year }\n',
  'blog/posts/2026-05-31-on-tables.md': `---
# For the summer.
title: On tables # short
publishedAt: 2026-05-31T09:00:00+02:00
authors: ada
category: typography
tags: [tables, 2026]
id: tables-1
aliases: [tables-and-lists, /2015/Tables.html]
attribution: { author: The Typographer, url: https://example.org/on-tables }
fields: { level: hard, isOpen: false, event: 2026-12-24 }
---

Tables are \\*for\\* comparing &amp; <b>counting</b>, \`a * b\`.

    four spaces

- one
* two
`.replaceAll('\n', '\r\n'),
  'blog/posts/2026-06-01-on-rivers.md': `---
title: On rivers
publishedAt: 2026-06-01
status: published
authors: [ada]
category: news
fields: { level: easy, minutes: 2.5 }
---
Rivers are for following.
`,
  // What writing.md says is lost.
  'blog/posts/2026-06-02-on-loss.md': `---
title: On loss
publishedAt: 2026-06-02T09:00:30Z
status: published
description: ""
authors: [ada]
category: news
fields: { level: easy, note: 1.10 }
---
    four spaces

More.
`,
  'notes/posts/trip/index.md': `---
title: "007"
publishedAt: 2026-06-01 10:00
status: draft
authors: [me]
category: travel
tags: [by train]
---
Off.
`,
}
