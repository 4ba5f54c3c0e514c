// `npm run test:openapi`: what linters say of docs/openapi.yaml, and what three generators make of it, and two of the document of a
// workspace with fields. Their clients are type-checked, and then request posts of a server. Installs these programs in this folder
// first; about a minute.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { build } from 'esbuild'
import { serve } from '../../server/index.ts'
import type { BuiltWorkspace } from '../../snapshot/types.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { createChecks } from '../support/checks.ts'
import { unlimited } from '../support/server.ts'
import { expectedOwn, serveOwn } from './own.ts'
import type { Outcome } from './uses/outcome.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const document = fileURLToPath(new URL('../../docs/openapi.yaml', import.meta.url))
const generated = join(here, 'generated')
const temporary = mkdtempSync(join(tmpdir(), 'galley-openapi-'))
const ownDocument = join(temporary, 'own.json')

// It would report its use.
const env = { ...process.env, REDOCLY_TELEMETRY: 'off' }

/** @throws {Error} with what the program has printed */
function run(program: string, ...args: string[]): string {
  try {
    return execFileSync(program, args, { cwd: here, encoding: 'utf8', stdio: 'pipe', env })
  } catch (error) {
    const { stdout, stderr, message } = error as { stdout?: string; stderr?: string; message: string }
    throw new Error(`${stdout ?? ''}${stderr ?? ''}` || message)
  }
}
const installed = (name: string, ...args: string[]) => run(join(here, 'node_modules/.bin', name), ...args)

const generators: Record<string, () => void> = {
  'openapi-typescript': () => {
    installed('openapi-typescript', document, '-o', join(generated, 'openapi-typescript.ts'))
    installed('openapi-typescript', ownDocument, '-o', join(generated, 'own-openapi-typescript.ts'))
  },
  'hey-api': () => {
    installed('openapi-ts', '-i', document, '-o', join(generated, 'hey-api'))
  },
  orval: () => {
    const client = (input: string, target: string) => ({
      input,
      output: { target: join(generated, target), client: 'fetch', baseUrl: 'https://api.example.org' },
    })
    const clients = { galley: client(document, 'orval.ts'), own: client(ownDocument, 'own-orval.ts') }
    const settings = join(temporary, 'orval.config.cjs')
    writeFileSync(settings, `module.exports = ${JSON.stringify(clients)}`)
    installed('orval', '--config', settings)
  },
}

const main: Record<string, string[]> = {
  'openapi-typescript': ['openapi-typescript.ts', 'own-openapi-typescript.ts'],
  'hey-api': ['hey-api/types.gen.ts'],
  orval: ['orval.ts', 'own-orval.ts'],
}

function workspace(): BuiltWorkspace {
  const bulk = bulkWorkspace('blog', 3, (number) => `<p>${number}</p>`)
  const tag = { id: 'tag_a', name: 'A', slug: 'a', description: null, declared: true }
  return { ...bulk, tags: [tag], posts: bulk.posts.map((post) => ({ ...post, tags: ['a'] })) }
}

const expected: Outcome = {
  titles: ['Post 0 of blog', 'Post 1 of blog'],
  tag: 3,
  author: 'Ada',
  related: 2,
  error: 'No published post has this slug or id; ask for one listed under posts.',
}

/** A generated client, as a bundler would take it. */
async function outcomeOf(name: string, baseUrl: string): Promise<unknown> {
  const outfile = join(temporary, `${name}.mjs`)
  const entry = join(here, 'uses', `${name}.ts`)
  await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    logLevel: 'error',
  })
  const { default: use } = await import(pathToFileURL(outfile).href)
  return use(baseUrl)
}

const checks = createChecks(console.log)
run('npm', 'ci', '--no-audit', '--no-fund', '--ignore-scripts')
rmSync(generated, { recursive: true, force: true })

const data = join(temporary, 'data')
writeSnapshot(data, { workspaces: [workspace()], builtAt: null, preview: null, keepPrevious: false })
const running = await serve({ data, port: 0, host: '127.0.0.1', env: unlimited, log: () => {} })
const own = await serveOwn(ownDocument)
try {
  await checks.check('redocly has no complaint', () => {
    const { totals } = JSON.parse(installed('redocly', 'lint', '--format=json', document))
    if (totals.errors + totals.warnings > 0) throw new Error(installed('redocly', 'lint', document))
  })
  await checks.check('spectral has no complaint', () => {
    const rules = join(temporary, 'spectral.yaml')
    writeFileSync(rules, 'extends: ["spectral:oas"]\n')
    installed('spectral', 'lint', '--fail-severity=hint', '--ruleset', rules, document)
  })
  for (const [name, generate] of Object.entries(generators)) {
    await checks.check(`${name} makes types of it in which nothing is unknown`, () => {
      generate()
      const files = main[name]!.map((file) => readFileSync(join(generated, file), 'utf8'))
      const types = files.join('').replace(/\/\*[\s\S]*?\*\//g, '')
      // So one of them writes of any other headers, and another of a reply without a body.
      const unknown = types
        .replace(/\[name: string\]: unknown;|\b202: unknown;/g, '')
        .match(/^.*\bunknown\b.*$/gm)
      if (unknown) throw new Error(unknown.join('\n'))
    })
  }
  await checks.check('a strict project that uses all of them type-checks', () => {
    installed('tsc', '-p', '.')
  })
  const clients = Object.keys(generators).map((name) => [name, running.url, expected] as const)
  const owns = ['own-openapi-typescript', 'own-orval'].map((name) => [name, own.url, expectedOwn] as const)
  for (const [name, url, wanted] of [...clients, ...owns]) {
    await checks.check(`a client made by ${name} reads posts`, async () => {
      const outcome = await outcomeOf(name, url)
      if (!isDeepStrictEqual(outcome, wanted)) throw new Error(JSON.stringify(outcome, undefined, 2))
    })
  }
} finally {
  await running.close()
  await own.close()
  rmSync(temporary, { recursive: true, force: true })
}
console.log(checks.summary())
process.exitCode = checks.failed() === 0 ? 0 : 1
