// New files of a project.
import { yamlOf } from '../../build/edit/create.ts'

export const FUNCTION_TEXT = `// Every request that is not for a file of dist/public comes here.
import { createFunction } from 'galley/vercel'

/** Read by \`vercel build\`: a body over 4.5 MB has to be streamed. */
export const config = { supportsResponseStreaming: true }

export default createFunction({ data: new URL('../dist/data/', import.meta.url) })
`

/** Not to be committed. */
export const IGNORED = ['node_modules/', 'dist/', '.vercel/']

/** @param day such as 2026-05-31 */
export function firstPost(day: string): string {
  return `---
title: Hello
publishedAt: ${day}
authors: [me]
category: news
---

The first paragraph is the description unless the front matter has one.

Edit this file, \`content/blog/posts/hello.md\`, while \`npx galley dev\` runs: the next reply has what you save.
`
}

/** @param url of a post, as workspace.yml has it; none yet if it is not known */
export function firstSettings(url?: string): string {
  return `name: Blog
# The address of a post on your site, for links between posts and for feeds.
${url === undefined ? '# url: https://example.org/blog/{slug}\n' : yamlOf({ url })}`
}

/** What a project installs packages with. */
export interface Manager {
  install: string
  /** What comes before the name of a program in a package. */
  run: string
  /** Steps of a workflow that install what the lock file says. */
  steps: readonly string[]
}

const NPM: Manager = { install: 'npm install', run: 'npx', steps: ['npm ci'] }

const OTHERS: readonly (Manager & { lockFile: string })[] = [
  {
    lockFile: 'pnpm-lock.yaml',
    install: 'pnpm install',
    run: 'pnpm exec',
    steps: ['corepack enable', 'pnpm install --frozen-lockfile'],
  },
  {
    lockFile: 'yarn.lock',
    install: 'yarn install',
    run: 'yarn',
    steps: ['corepack enable', 'yarn install --immutable'],
  },
]

/** @param has whether there is such a file, in the project or at the top of its repository */
export function managerOf(has: (file: string) => boolean): Manager {
  return OTHERS.find(({ lockFile }) => has(lockFile)) ?? NPM
}

/**
 * A workflow that checks pull requests.
 * @param folder of the project in its repository, `''` for the whole
 */
export function workflowText(folder: string, { steps, run }: Manager): string {
  const within =
    folder === '' ? '' : `    defaults: { run: { working-directory: ${JSON.stringify(folder)} } }\n`
  return `name: content
on: pull_request
jobs:
  check:
    runs-on: ubuntu-latest
${within}    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 24 }
${[...steps, `${run} galley check --max-warnings 0`].map((step) => `      - run: ${step}\n`).join('')}`
}

/** The text of a .gitignore with these lines; those that are there in another form count. */
export function withIgnored(text: string, lines: readonly string[]): string {
  const [line] = /\r?\n/.exec(text) ?? ['\n']
  const known = text.split(/\r?\n/).map(bare)
  const missing = lines.filter((one) => !known.includes(bare(one)))
  const before = text === '' || text.endsWith('\n') ? text : text + line
  return missing.length === 0 ? text : before + missing.map((one) => one + line).join('')
}

function bare(line: string): string {
  return line.trim().replace(/^\/|\/$/g, '')
}
