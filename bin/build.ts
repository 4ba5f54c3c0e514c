// galley build
import { type BuildResult, build } from '../build/index.ts'
import { CONTENT_ERRORS, type Command, type Console, FINE } from './command.ts'
import { checkRateLimits } from './limits.ts'
import { printProblems } from './problems.ts'

const help = `Makes a snapshot of content/: dist/data, which the API answers from, and dist/public.

usage: galley build [flags]

  --content DIR   the folder of workspaces (content)
  --out DIR       gets data/ and public/ (dist)
  --drafts        with drafts, and all posts whatever their date
  --strict        warnings fail the build, too
  --json          one JSON object on standard output

example: galley build --content site/content --out site/dist
`

export const command: Command = {
  help,
  flags: {
    content: { type: 'string', default: 'content' },
    out: { type: 'string', default: 'dist' },
    drafts: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
  async run(values, console) {
    checkRateLimits(console.env)
    const result = await build({
      content: String(values.content),
      out: String(values.out),
      drafts: Boolean(values.drafts),
      strict: Boolean(values.strict),
      env: console.env,
    })
    report(result, Boolean(values.json), console)
    return result.written ? FINE : CONTENT_ERRORS
  },
}

function report(result: BuildResult, json: boolean, { stdout, stderr, env }: Console): void {
  const { problems, written, milliseconds } = result
  printProblems(problems, stderr, env)
  for (const { folder, posts, authors, categories, tags } of result.workspaces) {
    const counts = [
      many(posts, 'post'),
      many(authors, 'author'),
      many(categories, 'category', 'categories'),
      many(tags, 'tag'),
    ]
    stderr.write(`${folder}: ${counts.join(', ')}\n`)
  }
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const found = `${many(errors, 'error')}, ${many(problems.length - errors, 'warning')}`
  const end = written ? `Built in ${milliseconds} ms` : 'The build failed'
  stderr.write(`${end}: ${found}.\n`)
  // Keys may be secrets: they stay out of logs.
  const workspaces = result.workspaces.map(({ keys, ...rest }) => rest)
  if (json) stdout.write(`${JSON.stringify({ written, problems, workspaces, milliseconds }, null, 2)}\n`)
}

function many(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`
}
