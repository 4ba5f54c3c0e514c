// galley stats
import { statSync } from 'node:fs'
import { statusOf, type WrittenWorkspace } from '../../build/edit/read.ts'
import type { Kind } from '../../build/schema/id.ts'
import { slugsOf } from '../../build/workspace/taxonomies.ts'
import { isoDate } from '../../snapshot/date.ts'
import { many } from '../../snapshot/printable.ts'
import { commandOf } from '../cli/flags.ts'
import { contentFolder } from '../cli/project.ts'
import { paintFor } from '../terminal/colours.ts'
import { printed, printJson, printLine } from '../terminal/print.ts'
import { sayUnread, workspacesWithStatus } from '../writing/choice.ts'

export const command = commandOf('stats', [], async (values, { stdout, stderr, env }) => {
  const workspaces = workspacesWithStatus(contentFolder(values), env, values.workspace)
  const now = Date.now()
  for (const workspace of workspaces) {
    const counts = countsOf(workspace, now)
    if (values.json) printJson(stdout, counts)
    else {
      printLine(stdout, paintFor(stdout, env).bold(counts.workspace))
      for (const [what, text] of linesOf(counts)) printLine(stdout, `  ${what.padEnd(11)} ${text}`)
    }
  }
  if (!values.quiet) sayUnread(workspaces, stderr)
  return printed(stdout)
})

/** The number of posts by name, drafts included. */
type Tally = Record<string, number>

type Statistics = ReturnType<typeof countsOf>

function byStatus({ posts }: WrittenWorkspace, now: number) {
  const statuses = posts.map(({ header }) => statusOf(header, now))
  const of = (status: (typeof statuses)[number]) => statuses.filter((one) => one === status).length
  return { published: of('published'), scheduled: of('scheduled'), drafts: of('draft') }
}

function countsOf(workspace: WrittenWorkspace, now: number) {
  const { settings, lists, posts, folder, collections } = workspace
  const declared = collections.map((one) => [one.settings.collection!.name, byStatus(one, now)] as const)
  const dates = posts
    .flatMap(({ header }) => (header.status === 'draft' ? [] : (header.publishedAt ?? [])))
    .sort((a, b) => a - b)
    .map(isoDate)
  const named = (kind: Kind) => {
    const declared = lists[kind]?.map(({ slug }) => slug)
    const slugs = posts.flatMap((post) => slugsOf(post, kind, lists))
    return counted(slugs, declared)
  }
  const sizes = folder.media.map(({ path }) => statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  return {
    workspace: settings.folder,
    posts: byStatus(workspace, now),
    ...(declared.length > 0 && { collections: Object.fromEntries(declared) }),
    // The first and last dates are those of posts that are no drafts, with a date.
    first: dates[0] ?? null,
    last: dates.at(-1) ?? null,
    years: counted(dates.map((date) => date.slice(0, 4))),
    authors: named('author'),
    categories: named('category'),
    tags: named('tag'),
    series: named('series'),
    aliases: posts.reduce((sum, { header }) => sum + header.aliases.length, 0),
    files: { count: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) },
  }
}

/** @param known also counted if there are none */
function counted(names: readonly string[], known: readonly string[] = []): Tally {
  const counts = new Map(known.map((name) => [name, 0]))
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)))
}

/** More of one kind are only counted. */
const MAX_LISTED = 10

function linesOf({
  posts,
  collections = {},
  first,
  last,
  years,
  authors,
  categories,
  tags,
  series,
  aliases,
  files,
}: Statistics) {
  const list = (counts: Tally) => {
    const all = Object.entries(counts).map(([name, count]) => `${name} ${count}`)
    const more = all.length > MAX_LISTED ? `, and ${all.length - MAX_LISTED} more` : ''
    return all.slice(0, MAX_LISTED).join(', ') + more
  }
  const megabytes = (files.bytes / 1_000_000).toFixed(1)
  const lines: [what: string, text: string][] = [
    ...Object.entries({ posts, ...collections }).map(([name, counts]): [what: string, text: string] => [
      name,
      `${counts.published} published, ${counts.scheduled} scheduled, ${many(counts.drafts, 'draft')}`,
    ]),
    ['dates', first === null ? '' : `${first.slice(0, 10)} to ${last!.slice(0, 10)}`],
    ['years', list(years)],
    ['authors', list(authors)],
    ['categories', list(categories)],
    ['tags', list(tags)],
    ['series', list(series)],
    ['aliases', aliases === 0 ? '' : String(aliases)],
    ['files', files.count === 0 ? '' : `${files.count}, ${megabytes} MB`],
  ]
  return lines.filter(([, text]) => text !== '')
}
