// The import rule: two programs meet at a format. Which folder may import which, that there are no import cycles, and
// what one function may reach. Imports of types count like any other.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { CODE } from '../../build/memo/version.ts'
import { deskFiles, referenceFiles } from '../../snapshot/format/pages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Subfolders from the ground up: each may import those before it, and no others. Files next to them are for all of them. */
const rooms: Record<string, string[]> = {
  'packages/search': ['basics', 'text', 'index', 'build', 'query', 'suggest'],
  import: ['frontmatter', 'markdown', 'html', 'text', 'generators', 'exports', 'write', 'earlier'],
  snapshot: ['text', 'format', 'folder', 'visibility', 'read', 'write'],
  build: [
    'typescript',
    'problems',
    'isolation',
    'parse',
    'schema',
    'environment',
    'discover',
    'extract',
    'workspace',
    'compile',
    'memo',
    'link',
    'search-index',
    'publish',
    'desk',
    'edit',
    'package',
    'codemirror',
  ],
  'api/_app': ['turns', 'http', 'gzip', 'admission', 'limit', 'listing', 'further-fields', 'feeds', 'routes'],
  server: ['hooks', 'indexnow', 'monitoring', 'bucket'],
  bin: ['watch', 'cli', 'builder', 'terminal', 'init', 'writing', 'desk', 'commands'],
}

/** What each folder may import of ours besides itself: folders, or files. Of packages, search is the ground; import stands on it and on what compiles a post. */
const ground = ['packages/search', 'snapshot']
const FOR_IMPORT = 'build/for-import.ts'
const allowed: Record<string, string[]> = {
  'packages/search': [],
  'packages/colours': ['packages/search/basics'],
  snapshot: ['packages/search'],
  build: [...ground, 'packages/colours'],
  import: [...ground, FOR_IMPORT, 'build/typescript/register.mjs'],
  api: ground,
  server: ['api/_app', ...ground],
  bin: ['api/_app', 'build', 'client', 'import', 'packages', 'server', 'snapshot'],
  client: ['api/_app', ...ground],
  create: [],
  test: ['api', 'bin', 'build', 'client', 'import', 'packages', 'server', 'snapshot'],
}

function upTo(room: string, order: readonly string[]): readonly string[] {
  return order.slice(0, order.indexOf(room) + 1)
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.(?:ts|mjs)$/.test(path) && !/\/(?:node_modules|dist|generated)\//.test(path))
}

/** Specifiers of static imports, re-exports and dynamic imports; types are left out when `types` is false. */
function importsOf(file: string, types: boolean, later = true): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(/^\s*(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm)
  const dynamic = text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)
  const fixed = [...found].filter(([, type]) => types || !type).map(([, , specifier]) => specifier!)
  return later ? [...fixed, ...[...dynamic].map(([, specifier]) => specifier!)] : fixed
}

function target(file: string, specifier: string): string {
  return relative(root, join(root, dirname(file), specifier)).replaceAll('\\', '/')
}

/** Files of ours that `file` imports, types included. */
function oursIn(file: string): string[] {
  return importsOf(file, true)
    .filter((specifier) => specifier.startsWith('.') && !specifier.includes('/generated/'))
    .map((specifier) => target(file, specifier))
}

/** Files and packages that running `file` loads: at once, and later on demand. */
function reachable(file: string, later = true, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const specifier of importsOf(file, false, later)) {
    if (specifier.startsWith('.')) reachable(target(file, specifier), later, seen)
    else seen.add(specifier)
  }
  return seen
}

/** One import cycle, if there is any, with the first file repeated at its end. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  const visit = (file: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const next of imports.get(file) ?? []) {
      const circle = visit(next, [...way, file])
      if (circle) return circle
    }
    done.add(file)
    return undefined
  }
  for (const file of imports.keys()) {
    const circle = visit(file, [])
    if (circle) return circle
  }
  return undefined
}

/** Imports from one of `files` to anything outside `folders`. */
function wrong(files: readonly string[], folders: readonly string[]): string[] {
  return files.flatMap((file) =>
    oursIn(file)
      .filter((path) => !folders.some((folder) => path === folder || path.startsWith(`${folder}/`)))
      .map((path) => `${file} imports ${path}`),
  )
}

describe('the import rule', () => {
  test('covers every folder with sources', () => {
    const within = (folder: string) =>
      readdirSync(join(root, folder), { withFileTypes: true })
        .filter((one) => one.isDirectory())
        .map(({ name }) => name)
    const folders = within('.')
      .filter((name) => !/^\.|^(?:node_modules|dist|content|docs|examples)$/.test(name))
      .flatMap((name) => (name === 'packages' ? within(name).map((one) => `${name}/${one}`) : name))
    expect(folders.sort()).toEqual(Object.keys(allowed).sort())
    for (const [folder, known] of Object.entries(rooms)) {
      expect(within(folder).sort(), folder).toEqual([...known].sort())
    }
  })

  test.each(Object.entries(allowed))('%s imports only folders it may know', (folder, others) => {
    expect(wrong(sources(folder), [folder, ...others])).toEqual([])
  })

  test.each(
    Object.entries(rooms).flatMap(([folder, order]) =>
      order.map((room, index) => ({ folder, room, above: order.slice(index + 1) })),
    ),
  )('$folder/$room imports no subfolder above it', ({ folder, room, above }) => {
    const found = sources(`${folder}/${room}`).flatMap((file) =>
      oursIn(file)
        .filter((path) => above.some((one) => path.startsWith(`${folder}/${one}/`)))
        .map((path) => `${file} imports ${path}`),
    )
    expect(found).toEqual([])
  })

  test.each(Object.entries(rooms))(
    'no file beside the subfolders of %s leads from one to another',
    (folder, order) => {
      const isIn = (path: string) => order.some((room) => path.startsWith(`${folder}/${room}/`))
      const from = (file: string, seen = new Set<string>()): Set<string> => {
        for (const path of oursIn(file)) {
          if (!path.startsWith(`${folder}/`) || seen.has(path)) continue
          seen.add(path)
          if (!isIn(path)) from(path, seen)
        }
        return seen
      }
      const beside = order
        .flatMap((room) => sources(`${folder}/${room}`))
        .flatMap(oursIn)
        .filter((path) => path.startsWith(`${folder}/`) && !isIn(path))
      const found = [...new Set(beside)].filter((file) => [...from(file)].some(isIn))
      expect(found).toEqual([])
    },
  )

  test('there are no import cycles, types included', () => {
    const files = Object.keys(allowed).flatMap(sources)
    const imports = new Map(files.map((file) => [file, oursIn(file)]))
    const missing = [...imports].flatMap(([file, targets]) =>
      targets.filter((path) => !existsSync(join(root, path))).map((path) => `${file} imports ${path}`),
    )
    expect(missing).toEqual([])
    expect(circleIn(imports)).toBeUndefined()
    expect(
      circleIn(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
    ).toEqual(['b', 'c', 'b'])
  })

  test('what import may use of the build has names in one file, all of them used, and is no further up than compiling a post', () => {
    const text = readFileSync(join(root, FOR_IMPORT), 'utf8')
    const rest = text.replace(/^export (?:type )?\{[^}]*\} from '[^']+'$/gm, '').replace(/^\/\/.*$/gm, '')
    expect(rest.trim()).toBe('')
    const below = upTo('compile', rooms.build!).map((room) => `build/${room}`)
    expect(wrong([FOR_IMPORT], below)).toEqual([])
    const namesIn = (source: string) =>
      [...source.matchAll(/\{([^}]*)\} from '[^']+'/g)].flatMap(([, names]) =>
        names!.split(',').flatMap((name) => name.replace('type ', '').trim() || []),
      )
    const used = sources('import').flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^import [^;]*?for-import\.ts'$/gm)].flatMap(
        ([one]) => namesIn(one.slice(one.lastIndexOf('{'))),
      ),
    )
    expect(namesIn(text).sort()).toEqual([...new Set(used)].sort())
  })

  test.each(['index', 'astro', 'jsonld'])('of ours, the client takes types only: %s', (name) => {
    const others = [...reachable(`client/${name}.ts`)].filter((path) => !path.startsWith('client/'))
    expect(others).toEqual(name === 'astro' ? ['galley-client/astro', 'astro/zod'] : [])
  })

  test('the function reaches nothing in the build and none of its packages', () => {
    const reached = [...reachable('api/index.ts')]
    expect(reached).toContain('snapshot/read/snapshots.ts')
    const packages = reached.filter((one) => !/^(node:|api\/|packages\/|snapshot\/)/.test(one))
    const runTime = ['@orama/stemmers', '@upstash/ratelimit', '@upstash/redis', 'ioredis']
    const isRunTime = (one: string) => runTime.some((name) => one === name || one.startsWith(`${name}/`))
    expect(packages.filter((one) => !isRunTime(one))).toEqual([])
  })

  test('a change of any source that compiling a post reaches makes another cache', () => {
    const reached = [...reachable('build/compile/pool/post.ts')].filter((one) => existsSync(join(root, one)))
    expect(reached).toContain('packages/search/text/tokenize.ts')
    expect(reached.filter((path) => !CODE.some((folder) => path.startsWith(`${folder}/`)))).toEqual([])
  })

  test('no literal pattern in the function makes V8 build tables of Unicode while it starts', () => {
    const withTables = [...reachable('api/_app/function.ts', false)]
      .filter((path) => path.endsWith('.ts'))
      .filter((path) => /^[^`]*\/.*\\[pP]\{.*\/[a-z]*[uv]/m.test(readFileSync(join(root, path), 'utf8')))
    expect(withTables).toEqual([])
  })

  test('the function does not load a rate-limit store unless it is configured', () => {
    const atOnce = [...reachable('api/_app/function.ts', false)]
    expect(atOnce).toContain('api/_app/limit/memory.ts')
    expect(atOnce.filter((one) => /upstash|redis|limit\/shared-store\//.test(one))).toEqual([])
  })

  test('a server does not load hooks and metrics unless they are asked for', () => {
    const atOnce = [...reachable('bin/commands/serve.ts', false)]
    expect(atOnce).toContain('server/handler.ts')
    const idle = /^(?:server\/hooks\/|server\/monitoring\/(?!metrics-server)|prom-client$)/
    expect(atOnce.filter((one) => idle.test(one))).toEqual([])
    expect([...reachable('bin/commands/serve.ts')]).toContain('prom-client')
  })

  test('packages are imported through what they export', () => {
    const packages = Object.keys(allowed).filter((folder) => folder.startsWith('packages/'))
    const within = packages.flatMap((folder) => {
      const { exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
      const doors = Object.values<string>(exports).map((path) => target(`${folder}/package.json`, path))
      return Object.keys(allowed)
        .filter((other) => other !== folder && other !== 'test')
        .flatMap(sources)
        .flatMap((file) => oursIn(file).map((path) => ({ file, path })))
        .filter(
          ({ path }) =>
            path.startsWith(`${folder}/`) &&
            !doors.some(
              (door) => door === path || (door.endsWith('/*') && path.startsWith(door.slice(0, -1))),
            ),
        )
    })
    expect(within).toEqual([])
  })

  test('only galley import loads the import folder, and with it what no other command needs', () => {
    const files = Object.keys(allowed)
      .filter((folder) => folder !== 'test')
      .flatMap(sources)
    const loading = (name: string) =>
      files.filter((file) =>
        importsOf(file, false).some((specifier) => [specifier, target(file, specifier)].includes(name)),
      )
    expect(loading('import/index.ts')).toEqual(['bin/commands/import.ts'])
    for (const name of ['smol-toml', 'gemoji', 'htmlparser2']) {
      const folders = new Set(loading(name).map((file) => dirname(dirname(file))))
      expect([...folders], name).toEqual(['import'])
    }
    expect(
      [...reachable('bin/commands/import.ts', false)].filter((path) => path.startsWith('import/')),
    ).toEqual([])
  })

  test('relative imports name their .ts file', () => {
    const unnamed = Object.keys(allowed)
      .flatMap(sources)
      .flatMap((file) => importsOf(file, true).map((specifier) => `${file}: ${specifier}`))
      .filter((line) => /: \./.test(line) && !/\.(ts|mjs|json)$/.test(line))
    expect(unnamed).toEqual([])
  })

  test('the pages of the reference and of the desk import only what is published beside them', () => {
    const sourceOf = (path: string) => (path.startsWith('desk/') ? `docs/${path}` : `docs/reference/${path}`)
    const written = readdirSync(join(root, 'docs/desk/edit')).filter((name) => !name.endsWith('.d.ts'))
    const published = [
      ...referenceFiles,
      ...[...deskFiles, ...written.map((name) => `edit/${name}`)].map((name) => `desk/${name}`),
    ]
    const modules = published.filter((path) => path.endsWith('.js'))
    expect(modules.length).toBeGreaterThan(30)
    const imported = modules.flatMap((path) =>
      importsOf(sourceOf(path), true).map((specifier) => target(path, specifier)),
    )
    expect(imported.filter((path) => !modules.includes(path))).toEqual([])
    expect(readdirSync(join(root, 'docs/reference')).sort()).toEqual([...referenceFiles].sort())
    expect(readdirSync(join(root, 'docs/desk')).sort()).toEqual([...deskFiles, 'edit'].sort())
  })

  test('six files start processes: for git, to move files, for last attempts, to compile the function, to tell systemd, and to begin a project', () => {
    const starting = Object.keys(allowed)
      .filter((folder) => folder !== 'test')
      .flatMap(sources)
      .filter((file) =>
        importsOf(file, true).some((specifier) => /^(node:)?(child_process|cluster)$/.test(specifier)),
      )
    expect(starting).toEqual([
      'build/environment/git.ts',
      'build/isolation/process.ts',
      'build/publish/function.ts',
      'bin/commands/ready.ts',
      'bin/init/from/move.ts',
      'create/index.mjs',
    ])
  })

  test('commands print through one file, except for the progress bar', () => {
    const printing = sources('bin').filter((file) =>
      /\b(?:stdout|stderr|output|process\.std\w+)\.write\(|\bconsole\.(?:log|error|warn|info)\(/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    )
    // The entry point prints before anything else is loaded, and only about this clone.
    expect(printing).toEqual(['bin/galley.mjs', 'bin/terminal/print.ts', 'bin/terminal/progress.ts'])
  })

  test('texts are normalised by one function, and none are compared as a language orders them', () => {
    const native = /\.normalize\(|\blocaleCompare\(|\bIntl\.Collator\b|\bdomainTo(?:ASCII|Unicode)\b/
    const files = Object.keys(allowed)
      .filter((folder) => folder !== 'test')
      .flatMap(sources)
      .filter((file) => native.test(readFileSync(join(root, file), 'utf8')))
    expect(files).toEqual(['packages/search/basics/normalise.ts'])
  })

  test('the name of a type has one meaning in the whole tree', () => {
    const places = new Map<string, string[]>()
    const files = Object.keys(allowed)
      .filter((folder) => folder !== 'test')
      .flatMap(sources)
    for (const file of files) {
      const declared = readFileSync(join(root, file), 'utf8').matchAll(
        /^(?:export )?(?:interface|type|(?:abstract )?class) (\w+)/gm,
      )
      for (const [, name] of declared) places.set(name!, [...(places.get(name!) ?? []), file])
    }
    expect(places.size).toBeGreaterThan(100)
    expect([...places].filter(([, where]) => where.length > 1)).toEqual([])
  })

  test('only index.ts of api/ can become a function', () => {
    const functions = sources('api').filter((file) => !file.split('/').some((part) => part.startsWith('_')))
    expect(functions).toEqual(['api/index.ts'])
  })
})
