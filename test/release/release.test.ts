// What a release needs to be right before it is tagged: one version, one home, notes, and workflows and forms that GitHub can read.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { git, withoutGit } from '../support/git.ts'
import { type Copy, copyOfProject, root } from './project.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const manifests = ['package.json', 'client/package.json', 'create/package.json']
const { version } = JSON.parse(read('package.json'))
const canRun = !withoutGit && process.platform !== 'win32'

test('all packages have one version, which is that of every tarball in a document', () => {
  for (const path of manifests) expect(JSON.parse(read(path)).version, path).toBe(version)
  const lock = JSON.parse(read('package-lock.json'))
  expect([lock.version, lock.packages[''].version]).toEqual([version, version])
  const example = JSON.parse(read('examples/astro/package-lock.json'))
  expect(example.packages['node_modules/galley-client'].version).toBe(version)
  const below = ['.', 'client', 'create', 'docs', 'examples/astro'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  )
  const named = below
    .filter((path) => /\.(?:md|json)$/.test(path))
    .flatMap((path) =>
      [...read(path).matchAll(/\bgalley(?:-client)?-(\d+\.\d+\.\d+)\.tgz/g)].map(([, one]) => one),
    )
  expect(named.length).toBeGreaterThan(5)
  expect(new Set(named)).toEqual(new Set([version]))
})

describe.skipIf(!canRun)(
  `scripts of a release${canRun ? '' : ' (skipped: they need git and a shell)'}`,
  () => {
    let copy: Copy
    beforeAll(() => {
      copy = copyOfProject()
    })
    beforeEach(() => {
      git(copy.folder, 'reset', '--quiet', '--hard')
    })
    afterAll(() => copy.remove())

    test('version.sh writes a version wherever it is said, and nothing else', () => {
      const { status, stderr } = copy.script('release/version.sh', ['9.8.7'])
      expect([status, stderr]).toEqual([0, ''])
      for (const path of manifests) expect(JSON.parse(copy.read(path)).version).toBe('9.8.7')
      const lines = git(copy.folder, 'diff', '--unified=0').split('\n')
      const changed = lines.filter((line) => /^[-+](?![-+])/.test(line))
      expect(changed.filter((line) => !line.includes(line.startsWith('-') ? version : '9.8.7'))).toEqual([])
      // What an earlier version is called in the changelog stays.
      expect(copy.read('CHANGELOG.md')).toBe(read('CHANGELOG.md'))
      const left = git(
        copy.folder,
        'grep',
        '-c',
        '-E',
        `galley(-client)?-9\\.8\\.7\\.tgz`,
        '--',
        'docs/start.md',
        'client/README.md',
      )
      expect(left.split('\n')).toHaveLength(2)
      expect(copy.script('release/version.sh', ['next'])).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('such as 0.9.1'),
      })
    })

    test('home.sh writes where the repository is, wherever it is said', () => {
      const [, before] = /github\.com\/(.+)\.git/.exec(JSON.parse(read('package.json')).repository.url)!
      expect(copy.script('release/home.sh', ['ada/press']).status).toBe(0)
      for (const path of manifests) {
        const { repository, bugs, homepage } = JSON.parse(copy.read(path))
        expect(repository.url).toBe('git+https://github.com/ada/press.git')
        expect(bugs).toBe('https://github.com/ada/press/issues')
        expect(homepage).toMatch(/^https:\/\/github\.com\/ada\/press(?:\/tree\/main\/\w+)?#readme$/)
      }
      expect(copy.read('.github/ISSUE_TEMPLATE/config.yml')).toContain(
        'https://github.com/ada/press/security/',
      )
      // It can be said once more, when the repository moves.
      expect(copy.script('release/home.sh', ['ada/galley']).status).toBe(0)
      expect(() => git(copy.folder, 'grep', '-F', `github.com/${before}`)).toThrow()
      expect(() => git(copy.folder, 'grep', '-F', 'github.com/ada/press')).toThrow()
      expect(copy.script('release/home.sh', ['https://github.com/ada/press']).status).toBe(2)
    })

    describe('notes.sh', () => {
      const notes = (tag = 'v7.1.0', home = 'ada/press') =>
        copy.script('release/notes.sh', [tag], { GITHUB_REPOSITORY: home })
      beforeAll(() => {
        git(copy.folder, 'reset', '--quiet', '--hard')
        copy.script('release/home.sh', ['ada/press'])
        copy.script('release/version.sh', ['7.1.0'])
        copy.write(
          'CHANGELOG.md',
          '# Changelog\n\n## Unreleased\n\n- Later.\n\n## 7.1.0, 2026-12-01\n\nFor [all](docs/api.md#a).\n\n- [Here](https://a.example).\n\n## 7.0.0, 2026-11-01\n\n- Earlier.\n',
        )
        git(copy.folder, 'commit', '--quiet', '--all', '--message', 'release: 7.1.0')
      })

      test('prints what changed in the version of the tag, with links that lead somewhere', () => {
        expect(notes()).toEqual({
          status: 0,
          stdout:
            'For [all](https://github.com/ada/press/blob/v7.1.0/docs/api.md#a).\n\n- [Here](https://a.example).\n',
          stderr: '',
        })
      })

      test.each<[string, () => void, string, RegExp]>([
        [
          'another version',
          () => {},
          'v7.1.1',
          /package\.json says 7\.1\.0, .*Run \.github\/release\/version\.sh 7\.1\.1/,
        ],
        ['no version', () => {}, 'main', /the tag is main/],
        [
          'a version that one package does not have',
          () => copy.change('create/package.json', '7.1.0', '7.0.0'),
          'v7.1.0',
          /create\/package\.json says 7\.0\.0/,
        ],
        [
          'one whose day is not written down',
          () => copy.change('CHANGELOG.md', '7.1.0, 2026-12-01', '7.1.0, unreleased'),
          'v7.1.0',
          /CHANGELOG\.md has no heading "## 7\.1\.0, \d{4}-\d\d-\d\d" .*Write the day into it/,
        ],
        [
          'one without changes',
          () => copy.change('CHANGELOG.md', /(2026-12-01\n)[\s\S]*?(?=\n## 7\.0)/, '$1'),
          'v7.1.0',
          /with the changes below it/,
        ],
      ])('refuses a tag of %s', (_, make, tag, expected) => {
        make()
        const { status, stdout, stderr } = notes(tag)
        expect([status, stdout]).toEqual([1, ''])
        expect(stderr).toMatch(expected)
      })

      test('refuses a repository that package.json does not name, as before the owner has written it there', () => {
        expect(notes('v7.1.0', 'ada/other')).toMatchObject({
          status: 1,
          stderr: expect.stringMatching(
            /ada\/press, and this is ada\/other\. Run \.github\/release\/home\.sh ada\/other/,
          ),
        })
      })
    })
  },
)

test('the newest version of the changelog is that of the packages', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, text]) => text)
  const released = headings.filter((text) => text !== 'Unreleased')
  expect(released[0]).toMatch(
    new RegExp(`^${version.replaceAll('.', '\\.')}, (?:unreleased|\\d{4}-\\d\\d-\\d\\d)$`),
  )
})

describe('what GitHub reads', () => {
  const workflows = readdirSync(join(root, '.github/workflows'))

  test.each(workflows)('%s pins every action by its hash, and says its version', (name) => {
    const text = read(`.github/workflows/${name}`)
    const used = [...text.matchAll(/uses: (\S+)(.*)/g)].filter(([, action]) => !action!.startsWith('./'))
    expect(used.length).toBeGreaterThan(0)
    for (const [line, action, comment] of used) {
      expect(action, line).toMatch(/^[\w-]+\/[\w/-]+@[0-9a-f]{40}$/)
      expect(comment, line).toMatch(/^ # v\d+\.\d+\.\d+$/)
    }
    expect(parse(text).permissions).toEqual({ contents: 'read' })
  })

  test('only the job that publishes may, and it installs nothing', () => {
    const { jobs } = parse(read('.github/workflows/release.yml'))
    const may = Object.keys(jobs).filter((name) => jobs[name].permissions?.['id-token'] === 'write')
    expect(may).toEqual(['publish'])
    expect(jobs.publish.needs).toBe('tarballs')
    const commands = jobs.publish.steps.flatMap(({ run = '' }) => run.split('\n'))
    expect(commands.filter((line: string) => /\bnpm (?:ci|install|run)\b|\bnpx\b/.test(line))).toEqual([])
    expect(JSON.stringify(jobs.tarballs)).not.toContain('secrets.')
  })

  test.skipIf(withoutGit)('workflows run scripts that there are', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const text = workflows.map((name) => read(`.github/workflows/${name}`)).join('\n')
    for (const [, script] of text.matchAll(/npm run ([\w:]+)/g))
      expect(Object.keys(scripts)).toContain(script)
    const named = [...text.matchAll(/(?<![\w/])\.github\/[\w/]+\.sh/g)].map(([path]) => path)
    expect(new Set(named).size).toBe(3)
    for (const path of new Set(named))
      expect(git(root, 'ls-files', '--stage', path), path).toMatch(/^100755 /)
  })

  test.skipIf(withoutGit)('every folder with packages of its own gets updates, in groups', () => {
    const { updates } = parse(read('.github/dependabot.yml'))
    type Update = { 'package-ecosystem': string; directory?: string; directories?: string[]; groups: object }
    const npm = (updates as Update[]).filter((one) => one['package-ecosystem'] === 'npm')
    const told = npm.flatMap(({ directory, directories = [directory!] }) => directories)
    const locks = git(root, 'ls-files', '*package-lock.json').split('\n')
    expect(told.sort()).toEqual(locks.map((path) => `/${path.replace(/\/?package-lock\.json$/, '')}`).sort())
    for (const { groups } of updates as Update[]) expect(Object.keys(groups).length).toBeGreaterThan(0)
    expect((updates as Update[]).map((one) => one['package-ecosystem'])).toContain('github-actions')
  })

  test('forms ask for what is needed, and say so', () => {
    const forms = readdirSync(join(root, '.github/ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml')
    expect(forms.sort()).toEqual(['bug.yml', 'idea.yml', 'import.yml'])
    for (const name of forms) {
      const form = parse(read(`.github/ISSUE_TEMPLATE/${name}`))
      expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) })
      const ids = form.body.map(({ id }: { id: string }) => id)
      expect(new Set(ids).size, name).toBe(form.body.length)
      expect(
        form.body.some((one: { validations?: object }) => one.validations),
        name,
      ).toBe(true)
      for (const { type, attributes } of form.body) {
        expect(['input', 'textarea', 'dropdown']).toContain(type)
        expect(attributes.label).toMatch(/^[A-Z]/)
      }
    }
    expect(existsSync(join(root, '.github/PULL_REQUEST_TEMPLATE.md'))).toBe(true)
  })
})
