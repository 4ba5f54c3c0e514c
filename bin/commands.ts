// The commands. Each is imported only when it is used, so that none waits for the dependencies of others.
import type { Command } from './cli/command.ts'

interface CommandEntry {
  summary: string
  load(): Promise<{ command: Command }>
}

export const commands: Record<string, CommandEntry> = {
  init: { summary: 'write what a project needs to be published', load: () => import('./commands/init.ts') },
  build: { summary: 'build a snapshot of content/', load: () => import('./commands/build.ts') },
  check: { summary: 'report everything wrong in content/', load: () => import('./commands/check.ts') },
  serve: { summary: 'answer requests from a snapshot', load: () => import('./commands/serve.ts') },
  dev: { summary: 'build, answer, and rebuild on changes', load: () => import('./commands/dev.ts') },
  new: {
    summary: 'write a new post, author, category, tag or workspace',
    load: () => import('./commands/new.ts'),
  },
  rename: {
    summary: 'give a post, an author, a category or a tag another slug',
    load: () => import('./commands/rename.ts'),
  },
  list: { summary: 'list posts, authors, categories or tags', load: () => import('./commands/list.ts') },
  stats: { summary: 'count what is in content/', load: () => import('./commands/stats.ts') },
  schema: {
    summary: 'write JSON Schemas of YAML files for editors',
    load: () => import('./commands/schema.ts'),
  },
  types: { summary: "print the type of a workspace's fields", load: () => import('./commands/types.ts') },
  show: { summary: 'print a post as it is stored', load: () => import('./commands/show.ts') },
  import: {
    summary: 'bring the posts of another program into a workspace',
    load: () => import('./commands/import.ts'),
  },
  share: { summary: 'print a link to one draft', load: () => import('./commands/share.ts') },
  announce: { summary: 'tell search engines what has changed', load: () => import('./commands/announce.ts') },
  push: { summary: 'upload a snapshot to a bucket', load: () => import('./commands/push.ts') },
  pull: { summary: 'copy a snapshot from a bucket', load: () => import('./commands/pull.ts') },
  rollback: { summary: 'go back to what was pushed before', load: () => import('./commands/rollback.ts') },
  prune: {
    summary: 'remove from a bucket what is no longer needed',
    load: () => import('./commands/prune.ts'),
  },
  key: { summary: 'print a new key that cannot be guessed', load: () => import('./commands/key.ts') },
}
