// A workspace with fields of every type, built and served, with the document that it has of its own.
import { writeFileSync } from 'node:fs'
import { serve } from '../../server/index.ts'
import { png } from '../support/picture.ts'
import { unlimited } from '../support/server.ts'
import { postFile, workspace } from '../support/workspace.ts'
import type { OwnOutcome } from './uses/outcome.ts'

const settings = `fields:
  place: string
  minutes: { type: number, required: true }
  done: boolean
  at: date
  link: url
  level: { type: select, options: [easy, hard], required: true }
  topics: list
  kinds: { type: list, options: [talk, course] }
  scores: { type: list, of: number }
  shot: image
  sound: file
  next: { type: reference, to: [posts, tags] }
  seen: { type: list, of: { type: reference, to: posts } }
  venue: { type: object, fields: { city: string } }
  steps: { type: list, fields: { title: { type: string, required: true }, shot: image } }
`

const full = `place: Kiel
minutes: 5
done: true
at: 2026-05-31
link: https://example.org/a
level: easy
topics: [css, html]
kinds: [talk]
scores: [1, 2.5]
shot: { file: a.png, alt: A quay }
sound: a.png
next: b
seen: [b, c]
venue: { city: Bergen }
steps: [{ title: Begin, shot: a.png }, { title: End }]
`

export const expectedOwn: OwnOutcome = {
  ...{ minutes: 5, done: true, level: 'easy', topics: 'css html', kinds: 'talk', sum: 3.5 },
  ...{
    alt: 'A quay',
    width: 3,
    type: 'image/png',
    next: 'b',
    seen: 'b c',
    city: 'Bergen',
    steps: 'Begin End',
  },
  ...{ date: '2026-05-31T00:00:00.000Z', missing: null, found: 'a', facets: 'easy 1, b 1' },
}

/** @param file that the document is written to */
export async function serveOwn(file: string) {
  const post = (keys: string) => postFile({}).replace('---\n', `---\n${keys}`)
  const place = await workspace({
    'own/workspace.yml': settings,
    'own/posts/a.md': post(full),
    'own/posts/a.png': png(),
    'own/posts/b.md': post('level: hard\nminutes: 1\n'),
    'own/posts/c.md': post('level: hard\nminutes: 2\n'),
  })
  const { problems } = await place.build({ env: { BASE_URL: 'https://api.example.org' } })
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  const running = await serve({
    ...{ data: `${place.out}/data`, port: 0, host: '127.0.0.1', env: unlimited, log: () => {} },
  })
  writeFileSync(file, await (await fetch(`${running.url}/v1/own/openapi.json`)).text())
  const close = async () => {
    await running.close()
    place.remove()
  }
  return { url: running.url, close }
}
