// Files of every kind, made at random to cause trouble. Whatever is in them, every command finishes within bounded
// memory, reveals nothing of its internals, and reports everything that is wrong elsewhere.
import { existsSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import type { Problem } from '../../build/problems/problem.ts'
import { galley, urlOf } from '../support/command.ts'
import { someOf } from '../support/nightly.ts'
import { type Files, postFile, type Workspace, workspace } from '../support/workspace.ts'
import { hostileImage, hostilePost, hostileYaml, type Random, seeded } from './hostile-bytes.ts'
import { peakOf } from './peak.ts'

/** Another one looks for other files. */
const SEED = Number(process.env.GALLEY_SEED ?? 1)

/** For checks, and for a server; each makes other files. */
const ROUNDS = { check: [1, 2], dev: [3] }

let place: Workspace
afterEach(() => place?.remove())

/** Each contains a mistake that has to be reported, last of all. */
const FOLDERS = ['files', 'settings', 'tags', 'categories']

function hostileFiles(random: Random): Files {
  const images = Array.from({ length: 20 }, (_, index) => {
    const [ending, bytes] = hostileImage(random)
    return [`i${index}.${ending}`, bytes] as const
  })
  return {
    ...Object.fromEntries(FOLDERS.map((folder) => [`${folder}/posts/zzz.md`, postFile({ titel: 'x' })])),
    ...Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`files/posts/p${i}.md`, hostilePost(random)]),
    ),
    ...Object.fromEntries(
      Array.from({ length: 6 }, (_, i) => [`files/authors/a${i}.yml`, hostileYaml(random)]),
    ),
    ...Object.fromEntries(images.map(([name, bytes]) => [`files/posts/${name}`, bytes])),
    'files/posts/images.md': postFile({}, images.map(([name]) => `![x](${name})\n`).join('')),
    'settings/workspace.yml': hostileYaml(random),
    'files/workspace.yml': 'code: { light: github-light, dark: github-dark }\n',
    'tags/tags.yml': hostileYaml(random),
    'categories/categories.yml': hostileYaml(random),
  }
}

/** A line of a stack trace, and what Node prints when it ends by one. */
const TRACE = /^\s+at .+:\d+:\d+\)?$|node:internal|FATAL ERROR|^galley: /m

test.each(someOf(ROUNDS.check, 3))('a check reports every file, in round %i', async (round) => {
  place = await workspace(hostileFiles(seeded(SEED * 1_000 + round)))
  const running = galley(['check', '--json', '--content', place.dir])
  const peak = existsSync('/proc/self/status') ? await peakOf(running) : 0
  expect(await running.ended).toBe(1)
  expect(running.stderr()).not.toMatch(TRACE)
  expect(running.stderr()).toMatch(/^Checked \d+ files: \d+ errors/m)
  expect(peak).toBeLessThanOrEqual(600)
  const problems = running
    .stdout()
    .trim()
    .split('\n')
    .map((line): Problem => JSON.parse(line))
  const told = problems.map(({ file, line, code }) => `${file.slice(place.dir.length + 1)}:${line} ${code}`)
  for (const folder of FOLDERS) expect(told).toContain(`${folder}/posts/zzz.md:6 unknown-key`)
  // However large what is wrong is, nobody has to read it all.
  expect(Math.max(...problems.map(({ message, hint }) => message.length + hint.length))).toBeLessThan(10_000)
})

test('a watching server survives all of them', { tags: 'nightly' }, async () => {
  place = await workspace({ 'sound/posts/a.md': postFile() })
  const running = galley(['dev', '--content', place.dir, '--out', place.out, '--port', '0'])
  const url = await urlOf(running)
  for (const round of ROUNDS.dev) {
    const failures = running.stderr().split('The build failed').length
    place.write(hostileFiles(seeded(SEED * 1_000 + round)))
    await expect
      .poll(() => running.stderr().split('The build failed').length, { timeout: 500_000 })
      .toBeGreaterThan(failures)
    expect((await fetch(`${url}/v1/sound/posts/a`)).status).toBe(200)
  }
  expect(running.stderr()).not.toMatch(TRACE)
  running.process.kill('SIGINT')
  expect(await running.ended).toBe(130)
})
