// Tells which program a folder belongs to, and where that program's own folder is: FROM itself, one below it, or one above.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigurationError, didYouMean } from '../build/for-import.ts'
import { tried } from '../snapshot/tried.ts'
import { devto } from './exports/devto.ts'
import { hashnode } from './exports/hashnode-backup.ts'
import { docusaurus } from './generators/docusaurus.ts'
import { eleventy } from './generators/eleventy.ts'
import { astro, next, nuxt, plain, vitepress } from './generators/frameworks.ts'
import type { Generator } from './generators/generator.ts'
import { hexo } from './generators/hexo.ts'
import { hugo } from './generators/hugo.ts'
import { jekyll } from './generators/jekyll.ts'
import { obsidian } from './generators/obsidian.ts'
import { nikola, pelican } from './generators/python.ts'
import { zola } from './generators/zola.ts'
import { realFile } from './tree.ts'

/** The sources that are no folder. */
const EXPORTS = ['ghost', 'wordpress', 'marble']

/** The programs in the order in which they are tried: those with a file of their own come first. */
const GENERATORS = [
  docusaurus,
  astro,
  nuxt,
  vitepress,
  eleventy,
  hexo,
  zola,
  hugo,
  jekyll,
  pelican,
  nikola,
  next,
  hashnode,
  devto,
  obsidian,
  plain,
]

/** Names for `--as`. */
export const GENERATOR_NAMES = [...GENERATORS.map(({ name }) => name), ...EXPORTS]

export interface Recognised {
  generator: Generator
  /** The folder that paths are relative to. */
  home: string
}

/** The number of folders above FROM that the configuration may be in. */
const MAX_STEPS_UP = 8

/** @throws {ConfigurationError} if `as` is no known name */
export function recognise(from: string, as: string | undefined): Recognised {
  if (as !== undefined && EXPORTS.includes(as)) {
    const what =
      as === 'marble'
        ? 'the address of its API, such as https://api.marblecms.com'
        : 'the file that it exported'
    throw new ConfigurationError(`--as ${as} needs ${what}, and ${from} is a folder.`)
  }
  const wanted = as === undefined ? GENERATORS : GENERATORS.filter(({ name }) => name === as)
  if (wanted.length === 0) {
    const hint = didYouMean(as!, GENERATOR_NAMES, `Known are ${GENERATOR_NAMES.join(', ')}.`)
    throw new ConfigurationError(`--as "${as}" is not a generator. ${hint}`)
  }
  const folders = [from, ...foldersIn(from), ...foldersAbove(from)]
  for (const isLast of [undefined, true])
    for (const folder of folders) {
      const generator = wanted.find((one) => one.isLast === isLast && isOf(one, folder))
      if (generator) return { generator, home: folder }
    }
  return { generator: as === undefined ? plain : wanted[0]!, home: from }
}

/** Folders of a repository in which a site may be, besides the repository itself. */
function foldersIn(from: string): string[] {
  const names = readdirSync(from, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^[._]|^(node_modules|content|posts?)$/.test(entry.name))
    .map(({ name }) => name)
  const usual = ['website', 'site', 'docs', 'blog', 'www', 'web']
  const first = usual.filter((name) => names.includes(name))
  return [...first, ...names.filter((name) => !usual.includes(name)).sort()].map((name) => join(from, name))
}

/** Lists the folders above, up to that of a repository, which is the last one. */
function foldersAbove(from: string): string[] {
  const folders: string[] = []
  for (let folder = from; folders.length < MAX_STEPS_UP; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git')) || dirname(folder) === folder) break
    folders.push(dirname(folder))
  }
  return folders
}

function isOf(generator: Generator, folder: string): boolean {
  if (generator.package && packagesIn(folder).includes(generator.package)) return true
  if (generator.markers.some((name) => existsSync(join(folder, name)))) return !isBeside(generator, folder)
  if (areAll(generator, folder)) return true
  // Hugo and Zola both have a config.toml, which says whose it is; so do Jekyll and Hexo.
  const shared = SHARED[generator.name]
  if (shared?.some(([name, sign]) => sign.test(textIn(join(folder, name))))) return true
  // A site with the theme of a gem has no folders of its own but those of posts, which may be below any others.
  return generator.name === 'jekyll' && existsSync(join(folder, '_config.yml')) && hasPosts(folder)
}

/** The number of levels below a site's folder at which its posts may be, if nothing else tells whose they are. */
const MAX_STEPS_DOWN = 3

function hasPosts(folder: string, depth = 0): boolean {
  if (existsSync(join(folder, '_posts'))) return true
  return depth < MAX_STEPS_DOWN && foldersIn(folder).some((one) => hasPosts(one, depth + 1))
}

/** Tells whether there are texts in the folder, all of which have such names or such heads. */
function areAll({ files, heads }: Generator, folder: string): boolean {
  if (!files && !heads) return false
  const texts = readdirSync(folder).filter((name) => /\.md$/.test(name) && !/^[A-Z_]+\.md$/.test(name))
  if (texts.length === 0 || !texts.every((name) => files?.test(name) ?? true)) return false
  const written = heads ? texts.map((name) => textIn(join(folder, name))) : []
  return (
    !heads || (written.every((text) => heads.all.test(text)) && written.some((text) => heads.any.test(text)))
  )
}

const SHARED: Record<string, [name: string, sign: RegExp][]> = {
  nikola: [['conf.py', /^SITE_URL\s*=/m]],
  zola: [['config.toml', /^\s*base_url\s*=/m]],
  hugo: [
    ['config.toml', /^\s*baseurl\s*=/im],
    ['config.yaml', /^\s*baseurl\s*:/im],
    ['config.yml', /^\s*baseurl\s*:/im],
    ['config.json', /"baseurl"\s*:/i],
  ],
  jekyll: [
    [
      '_config.yml',
      /^\s*(?:plugins|gems|markdown|baseurl|kramdown|permalink|exclude|source|collections(?:_dir)?|defaults)\s*:/m,
    ],
  ],
}

/** A `_posts` folder also occurs with other programs, whose own files then tell. */
function isBeside({ name }: Generator, folder: string): boolean {
  if (name !== 'jekyll' || existsSync(join(folder, '_config.yml'))) return false
  const packages = packagesIn(folder)
  return ['next', 'gatsby', '@11ty/eleventy', 'astro'].some((one) => packages.includes(one))
}

function packagesIn(folder: string): string[] {
  const { dependencies, devDependencies } =
    tried(() => JSON.parse(textIn(join(folder, 'package.json')))) ?? {}
  return Object.keys({ ...dependencies, ...devDependencies })
}

function textIn(path: string): string {
  const file = realFile(path)
  return (file && file.bytes < 1_000_000 && tried(() => readFileSync(file.real, 'utf8'))) || ''
}
