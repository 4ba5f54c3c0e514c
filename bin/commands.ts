// The commands. Each is imported only when it is used, so that none waits for the dependencies of others.
import type { Command } from './cli/command.ts'

interface CommandEntry {
  /** A command without a summary is not listed. */
  summary?: string
  load(): Promise<{ command: Command }>
}

/** `galley help all` lists these groups. */
const groups: Record<string, Record<string, CommandEntry>> = {
  'Build and answer:': {
    dev: { summary: 'build, answer, and rebuild on changes', load: () => import('./commands/dev.ts') },
    build: { summary: 'build a snapshot of content/', load: () => import('./commands/build.ts') },
    check: { summary: 'report everything wrong in content/', load: () => import('./commands/check.ts') },
    serve: { summary: 'answer requests from a snapshot', load: () => import('./commands/serve.ts') },
    show: { summary: 'print a post as it is stored', load: () => import('./commands/show.ts') },
    announce: {
      summary: 'tell search engines what has changed',
      load: () => import('./commands/announce.ts'),
    },
  },
  'Write:': {
    new: {
      summary: 'write a new post, author, category, tag, series or workspace',
      load: () => import('./commands/new.ts'),
    },
    rename: {
      summary: 'give a post, an author, a category, a tag or a series another slug',
      load: () => import('./commands/rename.ts'),
    },
    list: {
      summary: 'list posts, authors, categories, tags or series',
      load: () => import('./commands/list.ts'),
    },
    stats: { summary: 'count what is in content/', load: () => import('./commands/stats.ts') },
    share: { summary: 'print a link to one draft', load: () => import('./commands/share.ts') },
  },
  'Bring a snapshot to servers:': {
    bucket: { load: () => import('./commands/bucket.ts') },
    'bucket push': { summary: 'upload a snapshot to a bucket', load: () => import('./commands/push.ts') },
    'bucket pull': { summary: 'copy a snapshot from a bucket', load: () => import('./commands/pull.ts') },
    'bucket rollback': {
      summary: 'go back to what was pushed before',
      load: () => import('./commands/rollback.ts'),
    },
    'bucket prune': {
      summary: 'remove from a bucket what is no longer needed',
      load: () => import('./commands/prune.ts'),
    },
  },
  'Set up:': {
    init: { summary: 'write what a project needs to be published', load: () => import('./commands/init.ts') },
    import: {
      summary: 'bring the posts of another program into a workspace',
      load: () => import('./commands/import.ts'),
    },
    schema: {
      summary: 'write JSON Schemas of YAML files for editors',
      load: () => import('./commands/schema.ts'),
    },
    types: { summary: "print the type of a workspace's fields", load: () => import('./commands/types.ts') },
    key: { summary: 'print a new key that cannot be guessed', load: () => import('./commands/key.ts') },
  },
}

export const commands: Readonly<Record<string, CommandEntry>> = Object.assign({}, ...Object.values(groups))

const USAGE = 'usage: galley <command> [flags]'

/** The help has these, in the order of a first day. */
const FIRST_DAY = ['new', 'dev', 'check', 'build', 'serve', 'import', 'init']

export const HELP = `Galley publishes a folder of markdown as a content API.

${USAGE}

${FIRST_DAY.map((name) => lineOf(name, commands[name]!.summary, 10)).join('')}${lineOf('help all', 'list all commands', 10)}
  --help     print this help, or that of a command
  --version  print the version

example: galley dev --port 8080
`

/** The help of all commands. */
export const HELP_ALL = `${USAGE}

${Object.entries(groups)
  .map(([title, group]) => [title, '\n', ...linesOf(group), '\n'].join(''))
  .join('')}galley help build, say, and galley build --help explain a command.

example: galley help bucket push
`

function linesOf(group: Record<string, CommandEntry>): string[] {
  return Object.entries(group).map(([name, { summary }]) => lineOf(name, summary, 17))
}

function lineOf(name: string, summary: string | undefined, width: number): string {
  return summary === undefined ? '' : `  ${name.padEnd(width)}${summary}\n`
}
