// How much of a snapshot fits on Vercel.
import { expect, test } from 'vitest'
import { MOST_ON_VERCEL, tooMuch } from '../../build/publish/size.ts'

const MB = 1024 * 1024

test('what fits is no problem', () => {
  expect(tooMuch(new Map([['content/a', MOST_ON_VERCEL]]), MOST_ON_VERCEL)).toBeUndefined()
  expect(tooMuch(new Map(), MOST_ON_VERCEL)).toBeUndefined()
})

test('what does not fit is told with the largest workspace and a way out', () => {
  const sizes = new Map([
    ['content/a', 100 * MB],
    ['content/b', 120 * MB],
    ['content/c', 11 * MB],
  ])
  expect(tooMuch(sizes, MOST_ON_VERCEL)).toMatchObject({
    file: 'content/b',
    code: 'too-large',
    severity: 'error',
    message:
      'The snapshots take 231 MB, and a function on Vercel has room for 230 MB. This workspace is the largest, with 120 MB.',
    hint: expect.stringContaining('a deployment of their own'),
  })
})
