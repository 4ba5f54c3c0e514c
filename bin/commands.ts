// The commands. Each is imported only when it is used, so that none waits for the dependencies of others.
import type { Command } from './cli/command.ts'

interface CommandEntry {
  summary: string
  load(): Promise<Command>
}

export const commands: Record<string, CommandEntry> = {
  init: {
    summary: 'write what a project needs to be published',
    load: async () => (await import('./commands/init.ts')).command,
  },
  build: {
    summary: 'build a snapshot of content/',
    load: async () => (await import('./commands/build.ts')).command,
  },
  check: {
    summary: 'report everything wrong in content/',
    load: async () => (await import('./commands/check.ts')).command,
  },
  serve: {
    summary: 'answer requests from a snapshot',
    load: async () => (await import('./commands/serve.ts')).command,
  },
  dev: {
    summary: 'build, answer, and rebuild on changes',
    load: async () => (await import('./commands/dev.ts')).command,
  },
  new: {
    summary: 'write a new post, author, category, tag or workspace',
    load: async () => (await import('./commands/new.ts')).command,
  },
  rename: {
    summary: 'give a post, an author, a category or a tag another slug',
    load: async () => (await import('./commands/rename.ts')).command,
  },
  list: {
    summary: 'list posts, authors, categories or tags',
    load: async () => (await import('./commands/list.ts')).command,
  },
  stats: {
    summary: 'count what is in content/',
    load: async () => (await import('./commands/stats.ts')).command,
  },
  schema: {
    summary: 'write JSON Schemas of YAML files for editors',
    load: async () => (await import('./commands/schema.ts')).command,
  },
  show: {
    summary: 'print a post as it is stored',
    load: async () => (await import('./commands/show.ts')).command,
  },
  import: {
    summary: 'bring the posts of another program into a workspace',
    load: async () => (await import('./commands/import.ts')).command,
  },
  key: {
    summary: 'print a new key that cannot be guessed',
    load: async () => (await import('./commands/key.ts')).command,
  },
}
