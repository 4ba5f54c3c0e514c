// galley list

import type { Header } from '../../build/compile/post-header.ts'
import { statusOf, type WrittenPost, type WrittenWorkspace } from '../../build/edit/read.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { didYouMean } from '../../build/problems/suggest.ts'
import { KINDS } from '../../build/workspace/collections.ts'
import type { Reference } from '../../build/workspace/references.ts'
import { slugsOf } from '../../build/workspace/taxonomies.ts'
import { isoDate } from '../../snapshot/date.ts'
import { many } from '../../snapshot/printable.ts'
import type { Console, FlagValues } from '../cli/command.ts'
import { commandOf } from '../cli/flags.ts'
import { contentFolder } from '../cli/project.ts'
import { widthOf } from '../terminal/cells.ts'
import { paintFor } from '../terminal/colours.ts'
import { printed, printJson, printLine } from '../terminal/print.ts'
import { sayUnread, workspacesWithStatus } from '../writing/choice.ts'

const LISTED = {
  posts: undefined,
  authors: 'author',
  categories: 'category',
  tags: 'tag',
  series: 'series',
} as const
const STATUSES = ['published', 'scheduled', 'draft']

export const command = commandOf('list', ['KIND?'], async (values, console, [what = 'posts']) => {
  const all = workspacesWithStatus(contentFolder(values), console.env, values.workspace)
  const isOf = ({ settings }: WrittenWorkspace) => settings.collection?.name === what
  const declared = all.flatMap(({ collections }) => collections)
  const names = declared.map(({ settings }) => settings.collection!.name)
  requireOneOf('list', what, [...Object.keys(LISTED), ...new Set(names)])
  if (values.status !== undefined) requireOneOf('--status', String(values.status), STATUSES)
  const kind = LISTED[what as keyof typeof LISTED]
  if (what !== 'posts') refuseFilters(values, what, names.includes(what) ? KINDS : ['status', ...KINDS])
  const workspaces = names.includes(what) ? declared.filter(isOf) : all
  const now = Date.now()
  for (const workspace of workspaces) {
    const rows = kind === undefined ? postsOf(workspace, values, now) : entriesOf(workspace, kind)
    if (values.json) for (const { json } of rows) printJson(console.stdout, json)
    else printTable(workspace.settings.folder, rows, workspaces.length > 1, console)
  }
  if (!values.quiet) sayUnread(workspaces, console.stderr)
  return printed(console.stdout)
})

/** @throws {ConfigurationError} */
function requireOneOf(what: string, word: string, known: readonly string[]): void {
  if (known.includes(word)) return
  throw new ConfigurationError(
    `There is no ${what} "${word}". ${didYouMean(word, known, `Write one of ${known.join(', ')}.`)}`,
  )
}

/** @throws {ConfigurationError} */
function refuseFilters(values: FlagValues, what: string, flags: readonly string[]): void {
  const name = flags.find((flag) => values[flag] !== undefined)
  if (name === undefined) return
  const instead = `galley list posts --${name} ${values[name]}`
  throw new ConfigurationError(`--${name} selects posts, and this lists ${what}. Write ${instead}.`)
}

interface Row {
  cells: string[]
  json: object
}

/** Sorts the newest first; behind all others, entries without a date by path. */
function postsOf(
  { settings, folder, lists, posts }: WrittenWorkspace,
  wanted: FlagValues,
  now: number,
): Row[] {
  const { collection } = settings
  const named = (post: WrittenPost, kind: Reference['kind']) => slugsOf(post, kind, lists)
  const none = collection ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const time = ({ publishedAt = none }: Header) => publishedAt
  return posts
    .filter(({ header }) => wanted.status === undefined || statusOf(header, now) === wanted.status)
    .filter((post) =>
      KINDS.every((kind) => wanted[kind] === undefined || named(post, kind).includes(String(wanted[kind]))),
    )
    .sort(({ header: a }, { header: b }) =>
      time(a) === time(b) ? (a.slug < b.slug === !collection ? 1 : -1) : time(a) < time(b) ? 1 : -1,
    )
    .map((post) => {
      const { slug, title, aliases, publishedAt: date } = post.header
      const publishedAt = date === undefined ? null : isoDate(date)
      const status = statusOf(post.header, now)
      const about = {
        workspace: folder.name,
        ...(collection ? { collection: collection.name, path: slug } : { slug }),
        title,
        publishedAt,
        file: post.file.displayPath,
        status,
      }
      const cells = [publishedAt?.slice(0, 10) ?? '–', status, slug, title]
      if (collection) return { cells, json: { ...about, aliases } }
      const [category = null] = named(post, 'category')
      const [series] = named(post, 'series')
      return {
        cells,
        json: {
          ...about,
          authors: named(post, 'author'),
          category,
          tags: named(post, 'tag'),
          aliases,
          series,
        },
      }
    })
}

/** Returns declared entries, also without posts; else the ones that posts name. The number of posts includes drafts. */
function entriesOf(workspace: WrittenWorkspace, kind: Reference['kind']): Row[] {
  const posts = new Map<string, number>()
  for (const { slug } of workspace.lists[kind] ?? []) posts.set(slug, 0)
  for (const post of workspace.posts) {
    for (const slug of slugsOf(post, kind, workspace.lists)) posts.set(slug, (posts.get(slug) ?? 0) + 1)
  }
  const names = new Map(workspace.lists[kind]?.map(({ slug, name }) => [slug, name]))
  return [...posts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([slug, count]) => {
      const name = names.get(slug)
      return {
        cells: [slug, many(count, 'post'), name ?? ''],
        json: { workspace: workspace.settings.folder, slug, name: name ?? null, posts: count },
      }
    })
}

/** Prints rows in columns, as wide as what is in them. */
function printTable(folder: string, rows: readonly Row[], isNamed: boolean, { stdout, env }: Console): void {
  if (isNamed) printLine(stdout, paintFor(stdout, env).bold(folder))
  const widths = rows.reduce<number[]>(
    (all, { cells }) => cells.map((cell, i) => Math.max(all[i] ?? 0, widthOf(cell))),
    [],
  )
  for (const { cells } of rows) {
    const filled = cells.map((cell, i) => cell + ' '.repeat(widths[i]! - widthOf(cell)))
    printLine(stdout, `${isNamed ? '  ' : ''}${filled.join('  ').trimEnd()}`)
  }
}
