// The code of the function as one file: what a build on Vercel makes of it.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const onVercel = { env: { SOURCE_DATE_EPOCH: '1767225600', VERCEL: '1', VERCEL_ENV: 'production' } }
let place: Workspace
const given = async () => {
  place = await workspace({ 'blog/posts/hello.md': postFile({ title: 'Running' }) })
}

const bundle = () => join(place.out, 'function/index.js')

/** Runs plain Node, without anything that could load TypeScript. @returns what it printed as JSON on its last line */
function evaluate(code: string, ...node: string[]): { printed: unknown; log: string } {
  const text = `import { createFunction } from ${JSON.stringify(pathToFileURL(bundle()).href)}
    const handle = createFunction({ data: new URL(${JSON.stringify(pathToFileURL(join(place.out, 'data')).href)}) })
    const answer = async (url, headers = {}) => {
      const answered = { body: '' }
      const response = {
        writeHead: (status) => { answered.status = status },
        end: (body = '') => { answered.body += body },
      }
      await handle({ method: 'GET', url, headers }, response)
      return answered
    }
    const log = []
    console.error = (line) => log.push(line)
    const printed = await (async () => { ${code} })()
    console.log(JSON.stringify({ printed, log: log.join('\\n') }))`
  const args = [...node, '--input-type=module', '-e', text]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

describe('of a build on Vercel', () => {
  beforeAll(async () => {
    await given()
    await place.build(onVercel)
  })
  afterAll(() => place.remove())

  test('one file answers requests, and knows the forms of English words', () => {
    const { printed, log } = evaluate(
      `const { status, body } = await answer('/v1/blog/posts?query=runs')
       return [status, JSON.parse(body).posts.map(({ title }) => title)]`,
    )
    expect(printed).toEqual([200, ['Running']])
    expect(log).toBe('')
  })

  test.each([
    { how: 'by itself', node: [] },
    { how: 'where Node is told to do that, too', node: ['--enable-source-maps'] },
  ])('a stack trace names files and lines of the sources, $how', ({ node }) => {
    const { printed, log } = evaluate(`return (await answer('/', null)).status`, ...node)
    expect(printed).toBe(500)
    const [first, ...others] = [...log.matchAll(/(file:\S+|\/[^\s(]+?):(\d+):\d+\)?$/gm)]
    expect(others.length).toBeGreaterThan(2)
    expect(log).not.toContain('index.js')
    const file = fileURLToPath(new URL(first![1]!, 'file:'))
    expect(file).toBe(join(root, 'api/_app/function.ts'))
    expect(readFileSync(file, 'utf8').split('\n')[Number(first![2]) - 1]).toContain('= headers[')
  })

  test('the file has no character for which V8 would hold all of it as UTF-16', () => {
    expect(readFileSync(bundle(), 'utf8')).toMatch(/^[\x00-\xff]+$/)
  })

  test('a stack trace is complete without the source map', () => {
    const map = readFileSync(`${bundle()}.map`)
    writeFileSync(`${bundle()}.map`, '{')
    const { log } = evaluate(`await answer('/', null)`)
    writeFileSync(`${bundle()}.map`, map)
    expect(log).toMatch(/TypeError: .*null/)
    expect(log).toMatch(/index\.js:\d+:\d+/)
  })
})

describe('of several builds', () => {
  beforeEach(given)
  afterEach(() => place.remove())

  test('code of an earlier build is not kept', async () => {
    await place.build(onVercel)
    const made = readFileSync(bundle(), 'utf8')
    writeFileSync(bundle(), `${made}throw new Error('old')\n`)
    writeFileSync(join(place.out, 'function/old.js'), '')
    await place.build(onVercel)
    expect(readFileSync(bundle(), 'utf8')).toBe(made)
    expect(existsSync(join(place.out, 'function/old.js'))).toBe(false)
    await place.build()
    expect(existsSync(join(place.out, 'function'))).toBe(false)
  })

  test('a build elsewhere writes none, and leaves alone what only has its name', async () => {
    await place.build()
    expect(existsSync(join(place.out, 'function'))).toBe(false)
    mkdirSync(join(place.out, 'function'))
    writeFileSync(bundle(), 'export {}\n')
    await place.build()
    expect(readFileSync(bundle(), 'utf8')).toBe('export {}\n')
  })

  test('errors in content leave the code as it was', async () => {
    await place.build(onVercel)
    const made = readFileSync(bundle(), 'utf8')
    place.write({ 'blog/posts/hello.md': 'no front matter' })
    for (const options of [onVercel, {}]) {
      expect((await place.build(options)).written).toBe(false)
      expect(readFileSync(bundle(), 'utf8')).toBe(made)
    }
  })
})
