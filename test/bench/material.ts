// What the sections measure on: snapshots of synthetic posts, the same posts in other shapes, and the project as
// plain JavaScript. Each is made on first use.
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { bundle } from '../../build/package/bundle.ts'
import { bundlePackages } from '../../build/package/packages.ts'
import { writeFunction } from '../../build/publish/function.ts'
import { writeContent } from './content.ts'
import { root, run, tsx } from './process.ts'

/** Posts that people have written, where they are at hand. */
export const real = { content: join(root, '../shared/corpus'), workspace: 'nodejs-blog' }

/** Below node_modules, so that scripts there find the dependencies, and git finds nothing. */
const cache = join(root, 'node_modules/.cache/galley-bench')

export interface Material {
  /** A folder like dist/data with one workspace, `demo`. */
  data(posts: number): Promise<string>
  /** The same for posts in which searching is costly, named as in `corpora.ts`; not kept. */
  corpus(name: string, posts: number): Promise<string>
  /** Likewise of real posts, their workspace being named as `real` says; `undefined` where they are not at hand. */
  real(): Promise<string> | undefined
  /** One JSON file of whole posts, newest first. */
  postsFile(posts: number): Promise<string>
  /** A content folder with one workspace, `demo`. */
  content(posts: number): string
  /** A folder with api/, snapshot/ and test/bench/, a JavaScript file for each TypeScript file. */
  scripts(): Promise<string>
  /** The same as `vercel build` makes it of a snapshot of so many posts: with the function as one file. */
  deployed(posts: number): Promise<string>
  /** What `npm pack` makes of the sources, as far as it runs. */
  packaged(): Promise<string>
  /** A folder for what a measurement writes. */
  folder: string
  remove(): void
}

export function makeMaterial(): Material {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'run-'))
  const kept = `data-${sourcesHash()}`
  const made = new Map<string, unknown>()
  /** Calls `make` once per name; later calls share the result. */
  const once = <T>(name: string, make: (place: string) => T): T => {
    if (!made.has(name)) made.set(name, make(join(folder, name)))
    return made.get(name) as T
  }
  const data = (posts: number) => once(`data-${posts}`, () => keptData(kept, posts))
  return {
    folder,
    data,
    corpus: (name, posts) =>
      once(`corpus-${name.replace(/\W+/g, '-')}-${posts}`, (place) =>
        write('write-corpus.ts', place, posts, name),
      ),
    real: () => (existsSync(join(real.content, real.workspace)) ? once('real', writeReal) : undefined),
    postsFile: (posts) => once(`posts-${posts}.json`, (place) => write('write-posts.ts', place, posts)),
    content: (posts) => once(`content-${posts}`, (place) => writeContent(place, 'demo', posts)),
    scripts: () => once('scripts', translate),
    deployed: (posts) => once(`deployed-${posts}`, (place) => deploy(place, data(posts))),
    packaged: () => once('packaged', packaged),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function writeReal(place: string): Promise<string> {
  await run('test/bench/write-real.ts', [real.content, place], { node: tsx })
  return join(place, 'data')
}

/** Kept for later runs as long as the code that writes it is the same: 100,000 posts take a minute and 1.7 GB. */
async function keptData(kept: string, posts: number): Promise<string> {
  const place = join(cache, kept, String(posts))
  if (existsSync(place)) return place
  for (const name of readdirSync(cache)) {
    if (name.startsWith('data-') && name !== kept) rmSync(join(cache, name), { recursive: true })
  }
  const unfinished = await write('write-data.ts', `${place}-${process.pid}`, posts)
  renameSync(unfinished, place)
  return place
}

async function write(script: string, place: string, posts: number, ...more: string[]): Promise<string> {
  await run(join('test/bench', script), [place, String(posts), ...more], { node: tsx })
  return place
}

function sourcesHash(): string {
  const posts = ['words.ts', 'prose.ts', 'groups.ts', 'posts.ts'].map((name) => join('test/bench', name))
  const names = readdirSync(join(root, 'snapshot'), { recursive: true, encoding: 'utf8' })
  const writer = names.filter((name) => name.endsWith('.ts')).map((name) => join('snapshot', name))
  const hash = createHash('sha256')
  for (const source of [...posts, ...writer.sort()]) hash.update(readFileSync(join(root, source)))
  return hash.digest('hex').slice(0, 12)
}

/** What Vercel runs. Through tsx, importing would include transpiling. */
async function translate(place: string): Promise<string> {
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), '{ "type": "module" }')
  await run('node_modules/typescript/bin/tsc', ['-p', 'test/bench', '--noCheck', '--outDir', place])
  return place
}

async function deploy(place: string, data: Promise<string>): Promise<string> {
  await translate(place)
  mkdirSync(join(place, 'dist'))
  symlinkSync(await data, join(place, 'dist/data'), 'junction')
  await writeFunction(join(place, 'dist'))
  return place
}

async function packaged(place: string): Promise<string> {
  for (const { path, contents } of [...(await bundle(root, place)), ...(await bundlePackages(root, place))]) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, contents)
  }
  for (const name of ['package.json', 'vercel.json']) cpSync(join(root, name), join(place, name))
  return place
}
