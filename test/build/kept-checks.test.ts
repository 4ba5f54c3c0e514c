// The checks across files are made again if anything differs that they look at, and only then. It asks inside, since no output shows
// whether they were made.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { compileAll } from '../../build/compile/pool/pool.ts'
import { discover } from '../../build/discover/discover.ts'
import { crossFileProblems } from '../../build/link/check.ts'
import { problemsKept } from '../../build/link/kept-checks.ts'
import { type LinkedWorkspace, resolveLinks } from '../../build/link/resolve.ts'
import { configure } from '../../build/workspace/configure.ts'
import { Memory } from '../../snapshot/memory.ts'
import { png } from '../support/picture.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'

let place: Workspace
afterEach(() => place.remove())

const NOW = Date.UTC(2027, 0)
const [soon, later] = [Date.UTC(2030, 0), Date.UTC(2035, 0)]
const base: Files = {
  'blog/workspace.yml': 'url: https://example.org/{slug}\nfields: { minutes: { type: string } }\n',
  'blog/tags.yml': 'web: { name: Web }\nnet: { name: Net }\n',
  'blog/categories.yml': 'news: { name: News }\n',
  'blog/posts/a.md': postFile({ title: 'A' }, '[b](b.md#no) [later](later.md)\n'),
  'blog/posts/b.md': postFile({ tags: '[web]' }, '## Part\n\n![x](used.png)\n'),
  'blog/posts/later.md': postFile({ publishedAt: '2035-01-01' }),
  'blog/posts/soon.md': postFile({ publishedAt: '2030-01-01' }),
  'blog/posts/unused.png': png(),
  'blog/posts/used.png': png(),
}

/** Compiles again only what differs, as a build with a cache does. */
class Builds {
  readonly #memory = new Memory()
  readonly #known = new Map<string, LinkedWorkspace['posts'][number]>()

  async linked(): Promise<LinkedWorkspace> {
    const configured = configure(discover(place.dir).value, {}, this.#memory).value
    const [compiled] = await compileAll(configured, () => {})
    const posts = compiled!.posts.map((post) => {
      const key = `${post.relativePath} ${post.digest}`
      const known = this.#known.get(key) ?? { ...post, key }
      this.#known.set(key, known)
      return known
    })
    return resolveLinks({ ...compiled!, posts }).value
  }
}

/** Whether the checks are made again, after they were made of `base`. */
async function madeAgain(
  change: Files | ((workspace: LinkedWorkspace) => LinkedWorkspace),
  now = NOW,
): Promise<boolean> {
  place = await workspace(base)
  const builds = new Builds()
  const first = await builds.linked()
  if (typeof change !== 'function') {
    for (const path of Object.keys(change)) if (change[path] === '') rmSync(join(place.dir, path))
    place.write(Object.fromEntries(Object.entries(change).filter(([, text]) => text !== '')))
  }
  const changed = await builds.linked()
  const second = typeof change === 'function' ? change(changed) : changed
  const kept = keptChecks()
  const made: LinkedWorkspace[] = []
  for (const [workspace, time] of [
    [first, NOW],
    [second, now],
  ] as const) {
    const expected = crossFileProblems(workspace, time)
    const check = () => {
      made.push(workspace)
      return crossFileProblems(workspace, time)
    }
    expect(problemsKept(workspace, time, kept, check)).toEqual(expected)
  }
  for (const key of kept.values.keys()) expect(key).toMatch(/^[0-9a-f]{32}$/)
  return made.includes(second)
}

function keptChecks() {
  const values = new Map<string, Uint8Array>()
  return {
    values,
    get: (_: 'checks', key: string) => values.get(key),
    set: (_: 'checks', key: string, value: Uint8Array) => values.set(key, value),
  }
}

const text = (path: string) => String(base[`blog/${path}`])

describe('checks across files are made again', () => {
  test.each<[string, Parameters<typeof madeAgain>[0], boolean]>([
    ['if nothing differs', {}, false],
    ['for another title', { 'blog/posts/b.md': text('posts/b.md').replace('Hello', 'Other') }, false],
    ['for another text', { 'blog/posts/b.md': `${text('posts/b.md')}More.\n` }, false],
    [
      'for a text that begins elsewhere',
      { 'blog/posts/b.md': text('posts/b.md').replace('##', 'More.\n\n##') },
      false,
    ],
    [
      'for other fields',
      {
        'blog/posts/b.md': text('posts/b.md').replace('title', 'fields: { minutes: 3 }\ntitle'),
      },
      false,
    ],
    ['for a mistake within a file', { 'blog/posts/b.md': `${text('posts/b.md')}\n[^x]: Unused.\n` }, false],
    ['for other bytes of an image', { 'blog/posts/used.png': png(9, 9) }, false],
    [
      'for another place of what they told',
      { 'blog/posts/a.md': text('posts/a.md').replace('---\n[', '---\n\n[') },
      true,
    ],
    ['for another heading', { 'blog/posts/b.md': text('posts/b.md').replace('Part', 'No') }, true],
    ['for another tag', { 'blog/posts/b.md': text('posts/b.md').replace('[web]', '[wbe]') }, true],
    ['for another slug', { 'blog/posts/b.md': text('posts/b.md').replace('title', 'slug: a\ntitle') }, true],
    [
      'for another alias',
      { 'blog/posts/b.md': text('posts/b.md').replace('title', 'aliases: [/a]\ntitle') },
      true,
    ],
    ['for another link', { 'blog/posts/b.md': text('posts/b.md').replace('used', 'none') }, true],
    ['for a draft', { 'blog/posts/b.md': text('posts/b.md').replace('title', 'status: draft\ntitle') }, true],
    ['for another date', { 'blog/posts/later.md': text('posts/later.md').replace('2035', '2025') }, true],
    ['for one post more', { 'blog/posts/c.md': text('posts/b.md') }, true],
    ['for one post less', { 'blog/posts/soon.md': '' }, true],
    [
      'for a post by another name',
      { 'blog/posts/later.md': '', 'blog/posts/c.md': text('posts/later.md') },
      true,
    ],
    ['for one image less', { 'blog/posts/unused.png': '' }, true],
    ['for one image more', { 'blog/posts/x.png': png() }, true],
    ['for an image by another name', { 'blog/posts/unused.png': '', 'blog/posts/other.png': png() }, true],
    ['for other settings', { 'blog/workspace.yml': 'name: Blog\n' }, true],
    ['for other tags', { 'blog/tags.yml': 'net: { name: Net }\n' }, true],
    ['for other categories', { 'blog/categories.yml': '' }, true],
    [
      'for another folder',
      ({ folder, ...rest }) => ({ ...rest, folder: { ...folder, displayPath: 'elsewhere/blog' } }),
      true,
    ],
    [
      'for a file of tags by another name',
      ({ folder, ...rest }) => ({
        ...rest,
        folder: { ...folder, tags: { ...folder.tags!, displayPath: 'tags.yaml' } },
      }),
      true,
    ],
    [
      'for a file of categories by another name',
      ({ folder, ...rest }) => ({
        ...rest,
        folder: { ...folder, categories: { ...folder.categories!, displayPath: 'categories.yaml' } },
      }),
      true,
    ],
  ])('%s', async (_, change, expected) => {
    expect(await madeAgain(change)).toBe(expected)
  })

  test.each([
    ['earlier', NOW - 1, true],
    ['before the next post appears', soon - 1, false],
    ['when the next post appears', soon, true],
    ['when the last post has appeared', later, true],
  ])('at another time: %s', async (_, now, expected) => {
    expect(await madeAgain({}, now)).toBe(expected)
  })

  test('never because of the time, once all posts have appeared', async () => {
    place = await workspace(base)
    const linked = await new Builds().linked()
    const kept = keptChecks()
    let made = 0
    for (const now of [later, later * 2]) {
      problemsKept(linked, now, kept, () => {
        made++
        return crossFileProblems(linked, now)
      })
    }
    expect(made).toBe(1)
  })

  test.each<[string, Files, boolean, number]>([
    ['of a post, once', {}, true, 1],
    ['of a post whose key is not known, each time', {}, false, 2],
    ['of another file, each time', { 'blog/workspace.yml': 'defaults: { category: nwes }\n' }, true, 2],
    ['of an image alone, once', { 'blog/posts/a.md': postFile() }, false, 1],
  ])('by a later process, if they told something %s', async (_, files, hasKeys, times) => {
    place = await workspace({ ...base, ...files })
    const linked = await new Builds().linked()
    const posts = hasKeys ? linked.posts : linked.posts.map(({ key: _, ...post }) => post)
    const kept = keptChecks()
    let made = 0
    const check = () => {
      made++
      return crossFileProblems(linked, NOW)
    }
    for (let i = 0; i < 2; i++) problemsKept({ ...linked, posts }, NOW, kept, check)
    expect(made).toBe(times)
  })
})
