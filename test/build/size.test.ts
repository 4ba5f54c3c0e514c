// How much of a snapshot fits on Vercel.
import { expect, test } from 'vitest'
import { MAX_ON_VERCEL, sizeProblem } from '../../build/publish/size.ts'

const MB = 1024 * 1024

test('a snapshot that fits is not a problem', () => {
  expect(sizeProblem(new Map([['content/a', MAX_ON_VERCEL]]), MAX_ON_VERCEL)).toBeUndefined()
  expect(sizeProblem(new Map(), MAX_ON_VERCEL)).toBeUndefined()
})

test('one that does not fit is reported with the largest workspace and what to do', () => {
  const sizes = new Map([
    ['content/a', 100 * MB],
    ['content/b', 120 * MB],
    ['content/c', 11 * MB],
  ])
  expect(sizeProblem(sizes, MAX_ON_VERCEL)).toMatchObject({
    file: 'content/b',
    code: 'too-large',
    severity: 'error',
    message:
      'The snapshots take 231 MB, and a function on Vercel has room for 230 MB. This workspace is the largest, with 120 MB.',
    hint: expect.stringContaining('a deployment of their own'),
  })
})
