// A process that parses the front matter of posts as imports write it: the way that builds do, or by the parser that knows all of YAML.
// Run with the name of the function, and how many posts. Prints what it took.
import { parseAnyYaml, parseYaml } from '../../build/parse/yaml/parse.ts'
import { stopwatch } from './stopwatch.ts'
import { seeded, sentence } from './words.ts'

const [how, posts] = process.argv.slice(2)
const parse = { parseYaml, parseAnyYaml }[how as 'parseYaml' | 'parseAnyYaml']
const random = seeded(1)
const sources = Array.from({ length: Number(posts) }, (_, number) => {
  const slug = `post-${number}`
  const lines = [
    `title: ${sentence(random, 3, 9)}`,
    'publishedAt: 2020-01-02T09:00:00Z',
    `description: ${sentence(random, 8, 20)}.`,
    'authors: [ada, grace]',
    'category: news',
    `aliases: [/2020/01/02/${slug}.html]`,
    'fields:',
    '  layout: post',
    '  topics: [one, two]',
  ]
  const yaml = `${lines.join('\n')}\n`
  return { name: 'The front matter', file: `${slug}.md`, text: `---\n${yaml}---\n`, yaml, start: 4 }
})
const sinceStart = stopwatch()
for (const source of sources) if (parse(source).problems.length > 0) throw new Error(source.yaml)
console.log(JSON.stringify(sinceStart()))
