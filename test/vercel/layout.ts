// The output of `vercel build` on disk: what is inside the function, and what is published beside it.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Checks } from '../support/checks.ts'
import type { Deployment } from './deployment.ts'
import { filesBelow } from './files.ts'

/** Everything else that package.json names is for building or development, and must not be shipped. */
const runTime = ['@orama/stemmers', '@upstash/ratelimit', '@upstash/redis', 'ioredis']

export async function checkFunctionFiles({ check }: Checks, deployment: Deployment): Promise<void> {
  const { function: folder, project, output } = deployment
  const inside = filesBelow(folder)

  await check('exactly one function is built', () => {
    assert.deepEqual(filesBelow(join(output, 'functions')), [])
  })
  await check('the snapshots are inside the function, whole', () => {
    const current = JSON.parse(readFileSync(join(folder, 'dist/data/current.json'), 'utf8'))
    assert.ok(current.workspaces.small && current.workspaces.large)
    assert.deepEqual(filesBelow(join(folder, 'dist/data')), filesBelow(join(project, 'dist/data')))
  })
  await check('beside them it holds the compiled API, the snapshot reader and packages only', () => {
    const expected =
      /^(api\/(index|_app\/.+)|(packages\/search|snapshot)\/.+)\.js(\.map)?$|^((packages\/search\/)?package|\.vc-config)\.json$/
    const own = inside.filter((file) => !/^(node_modules|dist\/(data|function))\//.test(file))
    assert.deepEqual(
      own.filter((file) => !expected.test(file)),
      [],
    )
  })
  await check('it holds the API as one file, too, with its source map, and compiled', () => {
    const bundle = inside.filter((file) => file.startsWith('dist/function/'))
    const names = ['index.cache', 'index.js', 'index.js.map', 'start.js']
    assert.deepEqual(
      bundle,
      names.map((name) => `dist/function/${name}`),
    )
  })
  await check('no dependency of the build is inside the function', () => {
    const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
    const named = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
    const unwanted = named.filter((name) => !runTime.includes(name))
    assert.ok(unwanted.includes('zod'))
    assert.deepEqual(
      unwanted.filter((name) => existsSync(join(folder, 'node_modules', name))),
      [],
    )
  })
  await check('the build reports no error of the compiler', () => {
    assert.doesNotMatch(deployment.log, /error TS\d+/)
  })
}

export async function checkStaticFiles({ check }: Checks, { project, output }: Deployment): Promise<void> {
  const published = filesBelow(join(output, 'static'))

  await check('exactly the files of dist/public are published', () => {
    assert.ok(published.includes('openapi.json'))
    assert.deepEqual(published, filesBelow(join(project, 'dist/public')))
  })
  await check('no snapshot, source or content is published', () => {
    const secret = /^(data|content|build)\/|(current|manifest|posts)\.json$|\.(md|ts|yml)$/
    assert.deepEqual(
      published.filter((file) => secret.test(file)),
      [],
    )
  })
}
