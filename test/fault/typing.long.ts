// Texts that take too long, typed at the desk of `galley dev --edit`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Editing, editing } from '../support/editing.ts'
import { postFile } from '../support/workspace.ts'

describe('texts', () => {
  let desk: Editing
  const path = (file: string) => join(desk.place.dir, file)
  beforeAll(async () => {
    desk = await editing({
      'blog/posts/hello.md': postFile(),
      'blog/posts/moving.md': postFile({ title: 'Moving' }),
    })
  })
  afterAll(() => desk?.close())

  test('that take too long are given up as by a build, and builds go on meanwhile', async () => {
    const text = postFile({}, '_a'.repeat(100_000))
    const file = 'posts/hello.md'
    const build = await desk.build()
    const [first, second, third] = [text, `${text}x`, postFile({ title: 'Last' })].map((one) =>
      desk.post('preview', { workspace: 'blog', file, text: one }),
    )
    writeFileSync(path('blog/posts/moving.md'), postFile({ title: 'Moved' }))
    await desk.built(build)
    const { json } = await desk.ask('GET', 'v1/blog/posts/moving')
    expect(json.post.title).toBe('Moved')
    expect((await third!).json.post.title).toBe('Last')
    const statuses = [(await first!).status, (await second!).status]
    expect(statuses).toContain(409)
    const { json: late } = await desk.post('preview', { workspace: 'blog', file, text })
    expect(late.post).toBeNull()
    expect(late.problems.map(({ code }: { code: string }) => code)).toContain('too-complex')
    const yaml = `---\na: &a [x,x]\n${Array.from({ length: 3_000 }, (_, i) => `b${i}: ["${'x'.repeat(8)}", [${'['.repeat(20)}`).join('\n')}\n---\n`
    const form = await desk.post('front-matter', { text: yaml, changes: { title: 'x' } })
    expect(form.json).toEqual({ edits: [], refused: { title: expect.stringMatching(/in the source/) } })
  })
})
