// An agent answers questions about the guide by searching and reading: in at most four calls, and 30,000 characters of answers.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, serve } from '../../server/index.ts'
import { call } from '../support/mcp.ts'
import { unlimited } from '../support/server.ts'
import { type Workspace, workspace } from '../support/workspace.ts'
import { describeWithGuide, env, guideFiles, now } from './guide.ts'

/** What is asked, the words that an agent would search for, and what the answer has to be made of. */
const questions: [question: string, query: string, answer: RegExp][] = [
  ['Which version of Node does Galley need?', 'which Node version is required', /Node 20\.19 or newer/],
  ['How do I make a file a draft?', 'mark a post as draft', /status: draft/],
  [
    'When does a scheduled post appear?',
    'scheduled post appears publishedAt',
    /to the second, without another build/,
  ],
  [
    'In which zone is a time without a zone?',
    'time without a zone',
    /a time without a zone is never a local one|Without a zone it is UTC/,
  ],
  [
    'How many requests are answered?',
    'how many requests per second rate limit',
    /200 requests per 10 seconds/,
  ],
  ['How long do I wait after a 429?', '429 wait seconds', /Retry-After/],
  ['Which variable changes the limit?', 'change rate limit variable', /GALLEY_RATE_LIMIT/],
  ['How do I get posts with both of two tags?', 'posts with both tags', /tagsMatch=all/],
  ['How do I get only titles?', 'list of titles without texts select fields', /select=slug,title/],
  ['How do I get everything in one reply?', 'everything in one reply streamed limit all', /limit=all/],
  ['Does search care about accents?', 'search accents case', /neither case nor accents count/],
  ['Which header names corrected words?', 'typos corrected words header', /X-Search-Corrected/],
  ['How do I sort by the best match?', 'best match first relevance', /sort=relevance/],
  ['Where is the address of the API set?', 'address of the API BASE_URL', /BASE_URL/],
  ['What happens if a build finds a mistake?', 'build fails with a mistake', /fails and changes nothing/],
  ['Can people edit in a browser?', 'edit in a browser', /Galley has no editor/],
  ['How does an old slug keep working?', 'old slug alias redirects', /aliases:/],
  ['Does an image get a width and a height?', 'image width height', /width and height from the file/],
  ['What is publishedAt called in WordPress?', 'publishedAt WordPress names', /date_gmt/],
  ['日本語の記事で注意することは?', '日本語 スラッグ', /スラッグ/],
]

describeWithGuide('an agent that asks the guide', () => {
  let place: Workspace
  let running: Running

  beforeAll(async () => {
    place = await workspace(guideFiles(), { env })
    await place.build()
    const folders = { data: `${place.out}/data`, public: `${place.out}/public` }
    running = await serve({
      ...folders,
      port: 0,
      host: '127.0.0.1',
      env: unlimited,
      now: () => now,
      log: () => {},
    })
    await running.look()
  })
  afterAll(async () => {
    await running?.close()
    place?.remove()
  })

  test.each(questions)('%s', async (_, query, answer) => {
    let [calls, characters] = [0, 0]
    const use = async (name: string, given: object) => {
      const { json } = await call(`${running.url}/v1/demo/mcp`, 'tools/call', { name, arguments: given })
      calls++
      characters += json.result.content[0].text.length
      return json.result.structuredContent
    }
    const { results } = await use('search', { query, limit: 3 })
    const read: string[] = []
    for (const { id } of results) {
      const { text } = await use('fetch', { id })
      read.push(text)
      if (answer.test(text)) break
    }
    expect(read.join('\n')).toMatch(answer)
    expect([calls <= 4, characters <= 30_000], `${calls} calls, ${characters} characters`).toEqual([
      true,
      true,
    ])
  })
})
