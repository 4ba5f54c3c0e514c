// The import rule: two programs meet at a format. What each folder may import, and what one function may reach.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Folders of ours that each folder may import, itself aside. */
const allowed: Record<string, string[]> = {
  snapshot: [],
  build: ['snapshot'],
  api: ['snapshot'],
  server: ['api', 'snapshot'],
  bin: ['api', 'build', 'server', 'snapshot'],
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
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

/** Files and packages that running `file` brings in: at once, and later when it comes to it. */
function reachable(file: string, later = true, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const specifier of importsOf(file, false, later)) {
    if (specifier.startsWith('.')) reachable(target(file, specifier), later, seen)
    else seen.add(specifier)
  }
  return seen
}

describe('the import rule', () => {
  test.each(Object.keys(allowed))('%s imports no folder of ours it must not know', (folder) => {
    const files = sources(folder)
    expect(files.length).toBeGreaterThan(0)
    const wrong = files.flatMap((file) =>
      importsOf(file, true)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => target(file, specifier))
        .filter((path) => ![folder, ...allowed[folder]!].includes(path.split('/')[0]!))
        .map((path) => `${file} imports ${path}`),
    )
    expect(wrong).toEqual([])
  })

  test('the function reaches nothing of the build and none of its packages', () => {
    const reached = [...reachable('api/index.ts')]
    expect(reached).toContain('snapshot/read/snapshots.ts')
    const packages = reached.filter((one) => !/^(node:|api\/|snapshot\/)/.test(one))
    const runTime = ['minisearch', '@upstash/ratelimit', '@upstash/redis', 'ioredis']
    expect(packages.filter((one) => !runTime.includes(one))).toEqual([])
  })

  test('the function brings in no store of limits before it is asked for one', () => {
    const atOnce = [...reachable('api/index.ts', false)]
    expect(atOnce).toContain('api/_app/limit/memory.ts')
    expect(atOnce.filter((one) => /upstash|redis|limit\/shared\//.test(one))).toEqual([])
  })

  test('relative imports name their .ts file', () => {
    const wrong = Object.keys(allowed)
      .flatMap(sources)
      .flatMap((file) => importsOf(file, true).map((specifier) => `${file}: ${specifier}`))
      .filter((line) => /: \./.test(line) && !/\.(ts|mjs|json)$/.test(line))
    expect(wrong).toEqual([])
  })

  test('two files start processes: the one that asks git, and the one for last tries', () => {
    const starting = Object.keys(allowed)
      .flatMap(sources)
      .filter((file) =>
        importsOf(file, true).some((specifier) => /^(node:)?(child_process|cluster)$/.test(specifier)),
      )
    expect(starting).toEqual(['build/environment/git.ts', 'build/isolation/process.ts'])
  })

  test('commands print through one file, but for the progress bar', () => {
    const printing = sources('bin').filter((file) =>
      /\b(?:stdout|stderr|output|process\.std\w+)\.write\(|\bconsole\.(?:log|error|warn|info)\(/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    )
    // The door speaks before there is anything else, and of nothing but this clone.
    expect(printing).toEqual(['bin/galley.mjs', 'bin/terminal/print.ts', 'bin/terminal/progress.ts'])
  })

  test('only index.ts of api/ can become a function', () => {
    const functions = sources('api').filter((file) => !file.split('/').some((part) => part.startsWith('_')))
    expect(functions).toEqual(['api/index.ts'])
  })
})
