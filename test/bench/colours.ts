// What code in colours costs a full build: posts of which every fifth has some code, as on the blog of a program, built with
// `code` in workspace.yml and without.
import { appendFileSync, cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Material } from './material.ts'
import { measure } from './process.ts'
import { inTurn, median, ratio } from './rounds.ts'
import type { Spent } from './stopwatch.ts'
import { digits, type Row } from './table.ts'

const rounds = 3
const posts = 1_000
const stripped = ['--import', './build/typescript/register.mjs']

const CODE = [
  [
    'js',
    'const server = http.createServer((request, response) => {\n  response.end(request.url + "\\n") // as it is\n})\n',
  ],
  ['bash', 'npm install --save-dev "shiki@4" && node server.js | grep -v none > log.txt\n'],
  ['json', '{ "name": "server", "private": true, "version": "1.2.3", "files": ["lib"] }\n'],
  ['diff', '--- a/server.js\n+++ b/server.js\n@@ -1 +1 @@\n-let port = 80\n+const port = 8080\n'],
]

export async function* colours(material: Material): AsyncGenerator<Row> {
  const contents = {
    plain: join(material.folder, 'code-plain'),
    coloured: join(material.folder, 'code-coloured'),
  }
  for (const content of Object.values(contents)) {
    cpSync(material.content(posts), content, { recursive: true })
    const files = readdirSync(join(content, 'demo/posts'), { recursive: true, encoding: 'utf8' })
    const fifth = files.filter((name) => name.endsWith('.md')).filter((_, index) => index % 5 === 0)
    for (const [index, name] of fifth.entries()) {
      const [language, code] = CODE[index % CODE.length]!
      appendFileSync(join(content, 'demo/posts', name), `\n\`\`\`${language}\n// ${index}\n${code}\`\`\`\n`)
    }
  }
  const settings = '\ncode: { light: github-light, dark: github-dark }\n'
  appendFileSync(join(contents.coloured, 'demo/workspace.yml'), settings)
  const build = (content: string) => () =>
    measure<Spent>('test/bench/build-galley.ts', [content, join(material.folder, 'code-built')], {
      node: stripped,
    })
  const { plain, coloured } = await inTurn(rounds, {
    plain: build(contents.plain),
    coloured: build(contents.coloured),
  })
  yield {
    what: `full build, ${posts.toLocaleString('en')} posts, code in colours`,
    target: { most: 1.25 },
    measured: ratio(coloured, plain, 'cpu'),
    unit: 'times',
    note: `CPU of one without colours: ${digits(median(plain, 'cpu') / 1_000)} to ${digits(median(coloured, 'cpu') / 1_000)} s`,
  }
}
