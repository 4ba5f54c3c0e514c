// Subjects of commits, as .github/subjects.sh checks them for a pull request.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { git, withoutGit } from '../support/git.ts'
import { type Copy, copyOfProject } from './project.ts'

const canRun = !withoutGit && process.platform !== 'win32'

describe.skipIf(!canRun)(
  `subjects of commits${canRun ? '' : ' (skipped: git and a shell are needed)'}`,
  () => {
    let copy: Copy
    beforeAll(() => {
      copy = copyOfProject()
    })
    afterAll(() => copy.remove())

    const commit = (subject: string) =>
      git(copy.folder, 'commit', '--quiet', '--allow-empty', '--message', `${subject}\n\nWhy: it is needed.`)
    const said = (range = 'HEAD~1..HEAD') => copy.script('subjects.sh', [range])

    test.each([
      'build: report the line of a bad date',
      'api/limit: count by the store’s time',
      `docs: ${'ä'.repeat(66)}`,
      'Revert "build: report the line of a bad date, which nobody has ever wanted to be told"',
    ])('passes %s', (subject) => {
      commit(subject)
      expect(said()).toEqual({ status: 0, stdout: '', stderr: '' })
    })

    test.each([
      [`docs: ${'ä'.repeat(67)}`, 'It has 73 characters, of 72.'],
      ['Report the line of a bad date', 'It does not begin with an area.'],
      ['Build: report the line of a bad date', 'It does not begin with an area.'],
      ['build:report the line', 'It does not begin with an area.'],
      ['build: ', 'It does not begin with an area.'],
    ])('refuses %s', (subject, reason) => {
      commit(subject)
      const { status, stdout } = said()
      expect(status).toBe(1)
      expect(stdout).toContain(`refused: ${subject.trim()}\n  ${reason}`)
    })

    test.each(['bucket, docs: say which snapshot', 'build: report bad dates; sort them'])(
      'warns of %s, which may be several things',
      (subject) => {
        commit(subject)
        expect(said()).toMatchObject({
          status: 0,
          stdout: expect.stringMatching(/^warning: .*\n {2}It names several/),
        })
      },
    )

    test('looks at each commit of a range, but not at merges, and at the last one of a new branch', () => {
      const base = git(copy.folder, 'rev-parse', 'HEAD')
      git(copy.folder, 'checkout', '--quiet', '-b', 'side')
      commit('One that has no area')
      git(copy.folder, 'checkout', '--quiet', '-')
      commit('api: answer')
      git(copy.folder, 'merge', '--quiet', '--no-ff', '--message', 'Merge the side', 'side')
      const { status, stdout } = said(`${base}..HEAD`)
      expect([status, stdout.match(/^refused: .*$/gm)]).toEqual([1, ['refused: One that has no area']])
      commit('api: answer again')
      expect(said(`${'0'.repeat(40)}..HEAD`)).toMatchObject({ status: 0, stdout: '' })
    })

    test('fails where there is no such range', () => {
      expect(said('nothing..HEAD').status).toBe(128)
      expect(copy.script('subjects.sh', []).status).toBe(2)
    })
  },
)
