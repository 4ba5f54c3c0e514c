// The posts of a build, compiled by this thread alone, and with help: they are the same.

import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { load } from '../../build/compile/brief.ts'
import { compileAll } from '../../build/compile/pool/pool.ts'
import { PostCompiler, type PostFile } from '../../build/compile/pool/post.ts'
import { briefInMemory, stored } from '../../build/compile/stored-content.ts'
import { discover } from '../../build/discover/discover.ts'
import { configure } from '../../build/workspace/configure.ts'
import { type CompilerSettings, compilerSettings } from '../../build/workspace/settings.ts'
import { type TermNumbers, Vocabulary } from '../../packages/search/index.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => {
  vi.restoreAllMocks()
  place.remove()
})

const running = () => process.getActiveResourcesInfo().filter((one) => one === 'ProcessWrap').length

const COUNT = 100
const bodies = Array.from({ length: COUNT }, (_, index) => `<b onclick="x()">Text</b> of number${index}.\n`)
const filesOf = (name: string) =>
  bodies.map((body, index) => [`${name}/posts/p${100 + index}.md`, postFile({}, body)])
const files = Object.fromEntries([
  ...filesOf('safe'),
  ...filesOf('trusted'),
  ['trusted/workspace.yml', 'html: trusted\n'],
])

/** What a helper thread answers to each assignment: it crashes at the third, and gives up on a file of the fourth. */
class Helper {
  readonly #asked: string[][]
  readonly #compiler: PostCompiler
  isEnded = false

  /** @param asked gets what is assigned to any of them */
  constructor(asked: string[][], ...given: ConstructorParameters<typeof PostCompiler>) {
    this.#asked = asked
    this.#compiler = new PostCompiler(...given)
  }

  async end() {
    this.isEnded = true
  }

  async compile(some: readonly PostFile[]) {
    this.#asked.push(some.map(({ file }) => file.relativePath))
    const number = this.#asked.length
    await turn()
    if (number === 3) return undefined
    const compiled = some.map((file) => stored(this.#compiler.last(file)!, false))
    return number === 4 ? [undefined, ...compiled.slice(1)] : compiled
  }
}

test('posts are the same with a helper as without one, even if it crashes', async () => {
  place = await workspace(files)
  const configured = configure(discover(place.dir).value, {}).value
  const vocabulary = new Vocabulary()
  const started: Helper[] = []
  const asked: string[][] = []
  const startHelper = (settings: readonly CompilerSettings[], numbers: TermNumbers) => {
    expect(numbers).toBe(vocabulary)
    const helper = new Helper(asked, settings, vocabulary)
    started.push(helper)
    return helper
  }
  let told = 0
  const compiled = async () => {
    const all = await compileAll(configured, () => told++, { vocabulary, startHelper })
    return all.map(({ folder, posts }) => [
      folder.name,
      posts.map((post) => ({
        relativePath: post.relativePath,
        html: post.source.texts().html,
        words: Buffer.from(post.source.words()).toString('hex'),
        problems: load(post).problems.length,
      })),
    ])
  }
  // As if all took no time, and then as if each file took long.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  const alone = await compiled()
  const processes = running()
  expect(started).toEqual([])
  expect(alone.map(([name]) => name)).toEqual(['safe', 'trusted'])
  expect(JSON.stringify(alone[0])).not.toContain('onclick')
  expect(JSON.stringify(alone[1])).toContain('onclick')
  let time = 0
  clock.mockImplementation(() => (time += 2_000))
  expect(await compiled()).toEqual(alone)
  expect(told).toBe(4 * COUNT)
  await expect.poll(running).toBe(processes)
  expect(started.every(({ isEnded }) => isEnded)).toBe(true)
  expect(asked.length).toBeGreaterThan(5)
  // This thread takes thirty-two at a time, twice until it is known how long they take, and helpers a part of what is left.
  const given = Array.from({ length: 10 }, (_, index) => `posts/p${164 + index}.md`)
  expect(asked.slice(0, 2).flat()).toEqual(given)
})

test('posts that are compiled together are what each is alone', async () => {
  const texts = [
    '## A\n\n<h2>A</h2>\n\n## A\n',
    '<h2 id="">A</h2>\n\n<h3 class="x" id="b">B</h3>\n\n## B\n',
    '# A\n\nText[^1]\n\n[^1]: note\n',
    '## A\n\n<H2>A</H2>\n\nText[^1]\n\n[^1]: other\n',
    'Nothing but <h4 title="A">text</h4>\n',
    '',
  ]
  const together = [...texts, ...texts, ...texts]
  const posts = together.map((body, number) => [`blog/posts/${100 + number}.md`, postFile({}, body)])
  for (const mode of ['', 'html: trusted\n']) {
    place?.remove()
    place = await workspace({ ...Object.fromEntries(posts), 'blog/workspace.yml': mode })
    const [blog] = configure(discover(place.dir).value, {}).value
    const settings = [compilerSettings(blog!.settings)]
    const files = blog!.folder.posts.map((file) => ({ file, workspace: 0 }))
    const alone = files.map((file) => new PostCompiler(settings, new Vocabulary()).last(file))
    const compiled = new PostCompiler(settings, new Vocabulary()).first(files, true)
    expect(compiled.length).toBe(together.length)
    const shown = (all: typeof compiled) =>
      all.map((one) => [
        briefInMemory(one!).source.texts().html,
        one!.post!.details,
        one!.problems,
        one!.digest,
      ])
    expect(shown(compiled)).toEqual(shown(alone.map((one) => stored(one!, true))))
    expect(alone[0]?.post?.content.html).toContain('id="a-2"')
  }
})
