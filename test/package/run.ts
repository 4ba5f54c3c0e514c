// `npm run test:package`: packs the committed HEAD, installs it in an empty folder, and does there what the README tells a
// newcomer, up to the real `vercel build`. Some forty seconds; packages come from npm. With `--keep FOLDER`, the tarballs of all
// three packages are left there if nothing has failed.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { blocksOf } from '../documents/blocks.ts'
import { cannotEnter, imageOf } from '../examples/image.ts'
import { createChecks } from '../support/checks.ts'
import { run } from '../vercel/command.ts'
import { buildOnVercel } from '../vercel/deployment.ts'
import { filesBelow } from '../vercel/files.ts'
import { capture, withFunction } from '../vercel/function.ts'
import { startServer } from '../vercel/served.ts'
import { cloneHead, type Packed, pack, packages } from './tarballs.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../..')
const { check, summary, failed } = createChecks(console.log)
const { keep } = parseArgs({ options: { keep: { type: 'string' } } }).values
const folder = mkdtempSync(join(tmpdir(), 'galley-package-'))
const clone = join(folder, 'clone')
const project = join(folder, 'project')
const program = join(project, 'node_modules/galley/dist/package/bin/galley.mjs')
const npm = (cwd: string, ...args: string[]) => run('npm', [...args, '--no-audit', '--no-fund'], { cwd })
const git = (...args: string[]) => run('git', args, { cwd: project })
const galley = (...args: string[]) => run(process.execPath, [program, ...args], { cwd: project })
/** What a server answers at a path. */
const get = async (port: number, path: string) => {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}
/** Somebody whom git knows. */
const author = {
  GIT_AUTHOR_NAME: 'Me',
  GIT_AUTHOR_EMAIL: 'me@example.org',
  GIT_COMMITTER_NAME: 'Me',
  GIT_COMMITTER_EMAIL: 'me@example.org',
}
const slugs = (text: string) => JSON.parse(text).posts.map(({ slug }: { slug: string }) => slug)

/** Files that may be in the package, each by what it is for. */
const allowed = [
  /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
  /^dist\/package\/(?:(?:package|vercel)\.json|licenses\.txt)$/,
  /^dist\/package\/bin\/(?:galley|builder\/build-thread)\.mjs(?:\.map)?$/,
  /^dist\/package\/bin\/commands\/help\/[a-z]+\.txt$/,
  /^dist\/package\/bin\/init\/(?:project\.yml|sveltia\/forms\.yml|sveltia\/index\.html)$/,
  /^dist\/package\/build\/(?:compile\/pool\/(?:thread|last-try)|parse\/yaml-process)\.mjs(?:\.map)?$/,
  /^dist\/package\/import\/text\/try\.mjs(?:\.map)?$/,
  /^dist\/package\/lib\/[\w-]+\.mjs(?:\.map)?$/,
  /^dist\/package\/(?:function|fetch)\/index\.(?:js|js\.map|d\.ts)$/,
  /^dist\/package\/worker\/index\.js(?:\.map)?$/,
  /^dist\/package\/build\/publish\/wrangler\.json$/,
  /^dist\/package\/docs\/(?:openapi\.(?:yaml|json)|api\.(?:md|html)|(?:reference|desk(?:\/edit)?)\/[\w-]+\.(?:js|d\.ts|css|html|svg))$/,
]

try {
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'], {
    cwd: here,
  })
  await cloneHead(clone)
  const packed = await pack(clone, 'galley', folder)
  const client = await pack(clone, 'galley-client', folder)
  const create = await pack(clone, 'create-galley', folder)
  const tarball = join(folder, packed.filename)

  await check('the package has what is needed to run, and nothing else', () => {
    const files = pathsIn(packed)
    assert.deepEqual(
      files.filter((path) => !allowed.some((pattern) => pattern.test(path))),
      [],
    )
    assert.deepEqual(
      allowed.filter((pattern) => !files.some((path) => pattern.test(path))),
      [],
    )
    const code = files.filter((path) => /\.m?js$/.test(path) && !path.includes('/docs/'))
    assert.deepEqual(
      code.filter((path) => !files.includes(`${path}.map`)),
      [],
    )
  })
  await check('all three packages have one version, and say where they are from', async () => {
    assert.deepEqual(new Set([client.version, create.version]), new Set([packed.version]))
    for (const { filename } of [packed, client, create]) {
      const { repository, bugs, homepage, keywords } = await manifestIn(filename)
      const home = repository.url.replace(/^git\+|\.git$/g, '')
      assert.match(home, /^https:\/\/github\.com\/[\w-]+\/galley$/)
      assert.deepEqual([bugs, homepage.startsWith(home)], [`${home}/issues`, true])
      assert.ok(keywords.length >= 5, filename)
    }
  })
  await check('create-galley is one file without dependencies', async () => {
    assert.deepEqual(pathsIn(create), ['README.md', 'index.mjs', 'package.json'])
    const { dependencies, scripts } = await manifestIn(create.filename)
    assert.deepEqual([dependencies, Object.keys(scripts)], [undefined, ['prepublishOnly']])
  })
  await check('nothing is published from a folder, by mistake', async () => {
    for (const place of Object.values(packages)) {
      const publish = ['publish', '--dry-run', '--ignore-scripts=false']
      await assert.rejects(run('npm', publish, { cwd: join(clone, place) }), /A tag publishes it/)
    }
  })
  await check('packing leaves the clone as it was', async () => {
    assert.equal(await run('git', ['status', '--porcelain', '--', '.', ':!node_modules'], { cwd: clone }), '')
  })
  await checkManifest(packed.filename)
  for (const { filename } of [packed, client]) await checkJudges(join(folder, filename))

  mkdirSync(project)
  await git('init', '--quiet')
  cpSync(tarball, join(project, packed.filename))
  const install = ['install', '--prefix', project, '--prefer-offline', `./${packed.filename}`]
  const installed = await npm(project, ...install)
  await check('npm installs it without a warning about the version of Node', () => {
    assert.doesNotMatch(installed, /EBADENGINE/)
  })
  await check('it has the licenses of the packages that are in it', () => {
    const packages = join(project, 'node_modules')
    const licenses = readFileSync(join(packages, 'galley/dist/package/licenses.txt'), 'utf8')
    for (const name of ['sanitize-html', 'htmlparser2', 'entities', 'postcss', 'nanoid']) {
      assert.match(licenses, new RegExp(`^${name} \\d[\\d.]+\\n\\n`, 'm'))
      assert.ok(!existsSync(join(packages, name)), name)
    }
  })
  await check('without content, a command says what to do', async () => {
    const anyPort = ['--port', '0']
    for (const command of [['build'], ['check'], ['dev', ...anyPort], ['serve', ...anyPort], ['list']]) {
      await assert.rejects(galley(...command), /ended with 2\ngalley: There is no folder .*galley init\.\n$/)
    }
  })
  await check('from an archive of Yarn, a command says what to write instead', async () => {
    const pretend = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, pnp: '3' } })`
    await assert.rejects(
      run(process.execPath, ['--import', pretend, program, 'check'], { cwd: project }),
      /ended with 2\ngalley: .*nodeLinker: node-modules into \.yarnrc\.yml.*\n$/,
    )
  })
  await check('galley init writes a project, and nothing when run again', async () => {
    const said = await galley('init', '--yes')
    assert.match(said, /api\/index\.ts/)
    const before = filesIn(project)
    assert.match(await galley('init', '--yes'), /nothing was written/)
    assert.deepEqual(filesIn(project), before)
    const { type, dependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
    assert.deepEqual([type, dependencies], ['module', { galley: `file:${packed.filename}` }])
  })
  await check('its api/index.ts has types', () => compile('api/index.ts'))
  await check(
    'what brings posts of other programs is a file of its own, which one command loads',
    async () => {
      const lib = join(program, '../../lib')
      const loading = readdirSync(lib).filter(
        (name) =>
          name.endsWith('.mjs') && /['"]\.\/import\.mjs['"]/.test(readFileSync(join(lib, name), 'utf8')),
      )
      assert.match(loading.join(), /^import-\w+\.mjs$/)
      const old = join(folder, 'old')
      mkdirSync(join(old, '_posts'), { recursive: true })
      writeFileSync(join(old, '_posts/2026-01-02-oars.html'), '+++\ntitle = "Oars"\n+++\n<p>Of ash.</p>\n')
      assert.match(await galley('import', old, '--dry-run', '--verbose'), /posts\/2026-01-02-oars\.md/)
    },
  )
  await check('galley check finds nothing wrong, and galley new writes a post', async () => {
    assert.match(await galley('check', '--max-warnings', '0'), /Checked 2 files: 0 errors, 0 warnings\./)
    await galley(
      'new',
      'Second',
      '--authors',
      'me',
      '--category',
      'news',
      '--publish',
      '--date',
      '2026-01-01',
    )
  })
  await check(
    'galley build builds with its threads, and takes from the cache what has not changed',
    async () => {
      mkdirSync(join(project, 'content/blog/posts/many'))
      for (let i = 0; i < 300; i++)
        writeFileSync(join(project, `content/blog/posts/many/post-${i}.md`), postOf(i))
      assert.match(await galley('build', '--profile', 'profile.json'), /0 of 302 posts came from the cache/)
      assert.match(await galley('build'), /302 of 302 posts came from the cache/)
      await galley('check', '--snapshot')
    },
  )
  await check('a build has the time of the commit, and the next one keeps its cache', async () => {
    await git('add', '.')
    await run('git', ['commit', '--quiet', '-m', 'Posts'], { cwd: project, env: author })
    assert.match(await galley('build'), /302 of 302 posts came from the cache/)
    const { builtAt } = JSON.parse(readFileSync(join(project, 'dist/data/current.json'), 'utf8'))
    const committed = (await git('log', '-1', '--format=%ct')).trim()
    assert.equal(Date.parse(builtAt), 1_000 * Number(committed))
  })
  await check('a large file is compiled in a process of its own', async () => {
    const path = join(project, 'content/blog/posts/large.md')
    writeFileSync(path, `${postOf(1)}${'Some words.\n\n'.repeat(25_000)}`)
    assert.match(await galley('check', path), /0 errors, 0 warnings/)
    rmSync(path)
  })
  await check('galley serve answers from it', async () => {
    const { port, stop } = await startServer(project, [program, 'serve'], {})
    const list = await get(port, '/v1/blog/posts?limit=1&sort=publishedAt')
    const [document, page] = [await get(port, '/openapi.json'), await get(port, '/docs/')]
    await stop()
    assert.equal(list.status, 200, list.text)
    assert.equal(slugs(list.text).length, 1)
    assert.deepEqual([document.status, page.status], [200, 200])
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  })
  await check('galley/fetch has types, and answers from it', async () => {
    const [use, unlike] = [join(project, 'use.mts'), join(project, 'use.mjs')]
    const made = "createFetch({ data: new URL('./dist/data/', import.meta.url) })"
    const asked = "new Request('https://a.example/v1/blog/posts?query=Second&select=slug')"
    const type = 'const answer: (request: Request) => Promise<Response> ='
    const code = (start: string) =>
      `import { createFetch } from 'galley/fetch'\n${start} ${made}\nconsole.log(await (await answer(${asked})).text())\n`
    writeFileSync(use, code(type))
    writeFileSync(unlike, code('const answer ='))
    await compile('use.mts')
    assert.deepEqual(slugs(await run(process.execPath, [unlike], { cwd: project })), ['second'])
    for (const path of [use, unlike]) rmSync(path)
  })
  await check('galley build makes a Worker with the code that is in it', async () => {
    assert.match(await galley('build', '--target', 'cloudflare'), /^The Worker takes \d of 64 MB\.$/m)
    const code = (path: string) => readFileSync(join(project, path), 'utf8')
    const own = code('node_modules/galley/dist/package/worker/index.js')
    assert.equal(code('dist/worker/app/index.js'), own)
    // Nothing is beside it.
    assert.doesNotMatch(own, /(?:^|[;\n])import\s*[{*"\w]/)
    rmSync(join(project, 'dist/worker'), { recursive: true })
  })
  await check('galley serve starts from four files, and without what fetch needs', async () => {
    const sayAtEnd =
      "data:text/javascript,process.on('exit', () => console.log(process.moduleLoadList.join()))"
    const coverage = join(folder, 'coverage')
    const child = spawn(process.execPath, ['--import', sayAtEnd, program, 'serve', '--port', '0'], {
      cwd: project,
      env: { PATH: process.env.PATH, NODE_V8_COVERAGE: coverage },
    })
    const log = capture(child)
    const ended = once(child, 'close')
    await Promise.race([once(child.stdout, 'data'), ended])
    const [, port] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(log()) ?? []
    const list = await get(Number(port), '/v1/blog/posts')
    child.kill('SIGTERM')
    await ended
    assert.equal(list.status, 200, list.text)
    const files = readdirSync(coverage).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(coverage, name), 'utf8'))
      return result.map(({ url }: { url: string }) => url).filter((url: string) => url.startsWith('file:'))
    })
    assert.equal(files.length, 4, files.join('\n'))
    assert.match(log(), /NativeModule http,/)
    assert.doesNotMatch(log(), /undici/)
  })
  await check('galley dev shows its posts at the desk, and answers', async () => {
    const { port, log, stop } = await startServer(project, [program, 'dev'], {})
    const [list, desk] = [
      await get(port, '/v1/blog/posts?query=Second&select=slug'),
      await get(port, '/docs/desk/'),
    ]
    await stop()
    assert.deepEqual([slugs(list.text), desk.status], [['second'], 200], log())
  })
  await check('a build fails on a vercel.json of another version', async () => {
    const path = join(project, 'vercel.json')
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace('no-referrer', 'origin'))
    await assert.rejects(galley('build'), /ended with 2\n.*npx galley init --update\n$/)
    await galley('init', '--update')
    assert.equal(readFileSync(path, 'utf8'), text)
  })
  if (!cannotEnter) {
    await check('examples/container makes an image of it, with its posts and without its content', () => {
      const image = imageOf(project, folder, {})
      assert.deepEqual(readdirSync(join(image.root, 'app')).includes('content'), false)
      assert.ok(existsSync(join(image.root, 'app/dist/data/current.json')))
    })
  }
  await checkDeployment()
  await check('before Galley is on npm, a project begins in the clone as docs/start.md says', async () => {
    const text = readFileSync(join(clone, 'docs/start.md'), 'utf8').split('\n## A project of your own\n')[1]!
    const commands = blocksOf(text).map((block) => block.text)
    const [begin] = commands.filter((one) => one.startsWith('npm pack\n'))
    const lines = begin!.trim().split('\n')
    assert.equal(lines.pop(), 'npx galley dev')
    await run('bash', ['-euc', lines.join('\n')], {
      cwd: clone,
      env: { ...author, npm_config_prefer_offline: 'true' },
    })
    const begun = join(folder, 'my-blog')
    const command = [join(begun, 'node_modules/galley/dist/package/bin/galley.mjs'), 'dev']
    const { port, stop } = await startServer(begun, command, {})
    const { text: reply } = await get(port, '/v1/blog/posts?select=slug')
    await stop()
    assert.deepEqual(slugs(reply), ['hello'])
    assert.match(await run('git', ['log', '--stat', '--format=%s'], { cwd: begun }), /galley-[\d.]+\.tgz/)
  })
  if (keep !== undefined && failed() === 0) {
    for (const { filename } of [packed, client, create])
      cpSync(join(folder, filename), join(resolve(root, keep), filename))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(summary())
process.exitCode = failed() === 0 ? 0 : 1

/** Checks the types of a file of the project. */
async function compile(path: string): Promise<void> {
  const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false']
  const types = ['--module', 'nodenext', '--typeRoots', join(root, 'node_modules/@types'), '--types', 'node']
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [tsc, ...strict, ...types, path], { cwd: project })
}

function pathsIn({ files }: Packed): string[] {
  return files.map(({ path }) => path)
}

async function manifestIn(filename: string) {
  return JSON.parse(await run('tar', ['xzOf', filename, 'package/package.json'], { cwd: folder }))
}

async function checkManifest(filename: string): Promise<void> {
  await check('the package runs no scripts, and needs only what JavaScript needs', async () => {
    const manifest = await manifestIn(filename)
    const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    assert.deepEqual(Object.keys(manifest).sort(), [
      'bin',
      'bugs',
      'dependencies',
      'description',
      'engines',
      'exports',
      'files',
      'homepage',
      'keywords',
      'license',
      'name',
      'peerDependencies',
      'peerDependenciesMeta',
      'repository',
      'type',
      'version',
    ])
    const elsewhere = ['@swc/wasm-typescript', 'esbuild', 'htmlparser2', 'sanitize-html']
    const dependencies = Object.fromEntries(
      Object.entries(own.dependencies).filter(([name]) => !elsewhere.includes(name)),
    )
    assert.deepEqual([manifest.dependencies, manifest.engines], [dependencies, { node: '>=20.19' }])
  })
}

async function checkJudges(tarball: string): Promise<void> {
  await check(`publint and @arethetypeswrong find nothing in ${basename(tarball)}`, async () => {
    const found = JSON.parse(await run(process.execPath, [join(here, 'judges.mjs'), tarball], { cwd: here }))
    assert.ok(found.types)
    // Its profile for packages of ES modules only.
    const without = ['node10', 'node16-cjs']
    const problems = found.attw.filter(
      ({ resolutionKind }: { resolutionKind?: string }) => !without.includes(resolutionKind ?? ''),
    )
    assert.deepEqual([found.publint, problems], [[], []])
  })
}

async function checkDeployment(): Promise<void> {
  const deployment = await buildOnVercel(folder, project)
  const inside = filesBelow(deployment.function)
  await check(
    'on Vercel the function has its data, the code of the package as one file, and what limits need',
    () => {
      const expected =
        /^(?:api\/index\.js(?:\.map)?|dist\/data\/.+|(?:package|\.vc-config)\.json|node_modules\/galley\/(?:package\.json|dist\/package\/(?:package\.json|function\/index\.js(?:\.map)?)))$/
      const packages = /^node_modules\/(?!galley\/)/
      assert.deepEqual(
        inside.filter((file) => !expected.test(file) && !packages.test(file)),
        [],
      )
      assert.ok(inside.includes('node_modules/galley/dist/package/function/index.js.map'))
      assert.ok(existsSync(join(deployment.function, 'dist/data/current.json')))
      const building = ['marked', 'zod', 'yaml', 'sanitize-html', 'minisearch']
      assert.deepEqual(
        building.filter((name) => existsSync(join(deployment.function, 'node_modules', name))),
        [],
      )
    },
  )
  await check('the build reports no error of the compiler, and publishes dist/public', () => {
    assert.doesNotMatch(deployment.log, /error TS\d+/)
    assert.deepEqual(
      filesBelow(join(deployment.output, 'static')),
      filesBelow(join(deployment.project, 'dist/public')),
    )
  })
  await check('the function answers', () =>
    withFunction(deployment.function, {}, async ({ port, log }) => {
      const { status, text } = await get(port, '/v1/blog/posts?query=Second&select=slug')
      assert.equal(status, 200, log())
      assert.deepEqual(slugs(text), ['second'])
    }),
  )
}

function filesIn(place: string): string[] {
  return filesBelow(place)
    .filter((path) => !path.startsWith('node_modules/'))
    .map((path) => `${path}: ${readFileSync(join(place, path)).length}`)
}

function postOf(number: number): string {
  return `---\ntitle: Post ${number}\npublishedAt: 2026-01-02\nauthors: [me]\ncategory: news\n---\n\nText of ${number}.\n\n`
}
