// A film beside a post, larger than Node reads at once: it is copied piece by piece, however little memory there is.
import { existsSync, readdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { galley } from '../support/command.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'
import { peakOf } from './peak.ts'

const BYTES = 2 ** 31 + 2 ** 20

let place: Workspace
afterEach(() => place?.remove())

test.skipIf(!existsSync('/proc/self/status'))('is built and verified in 250 MB', async () => {
  place = await workspace({
    'blog/posts/a.md': postFile({}, '[Film](film.mp4)\n'),
    'blog/posts/film.mp4': '',
  })
  // Nothing of it is on disk yet.
  truncateSync(join(place.dir, 'blog/posts/film.mp4'), BYTES)
  const env = { BASE_URL: 'http://127.0.0.1' }
  const building = galley(['build', '--content', place.dir, '--out', place.out], env)
  const peak = await peakOf(building)
  expect(await building.ended).toBe(0)
  expect(building.stderr()).toContain('0 errors, 0 warnings')
  const [name = '', ...others] = readdirSync(join(place.out, 'public/media'))
  expect(others).toEqual([])
  expect(name).toMatch(/^film\.[0-9a-f]{16}\.mp4$/)
  expect(statSync(join(place.out, 'public/media', name)).size).toBe(BYTES)
  expect(peak).toBeLessThanOrEqual(250)

  const checking = galley(['check', '--snapshot', '--out', place.out])
  expect(await peakOf(checking)).toBeLessThanOrEqual(250)
  expect([await checking.ended, checking.stderr()]).toEqual([0, expect.stringContaining('is intact')])
})
