// galley import
import { existsSync } from 'node:fs'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { displayPathOf } from '../../build/problems/display-path.ts'
import { partsOf } from '../../build/problems/problem.ts'
import type {
  ImportedPost,
  ImportResult,
  ReportedImport,
  ReportLine,
  ReportOptions,
  StoppingError,
} from '../../import/index.ts'
import { CONTENT_ERRORS, type Console, type FlagValues, type Output, SUCCESS } from '../cli/command.ts'
import { commandOf, listIn } from '../cli/flags.ts'
import { ownContentFolder } from '../cli/project.ts'
import { paintFor } from '../terminal/colours.ts'
import { printJson, printLine, printMessage } from '../terminal/print.ts'
import { withProgress } from '../terminal/progress.ts'

export const command = commandOf('import', ['FROM'], async (values, console, [from = '']) => {
  const url = siteUrl(values)
  // The importer loads libraries that no other command needs.
  const { importFrom, reportOf, summaryOf } = await import('../../import/index.ts')
  const content = ownContentFolder(values) ?? 'content'
  const result = await importFrom({
    from,
    as: values.as === undefined ? undefined : String(values.as).toLowerCase(),
    content,
    into: String(values.into ?? 'blog'),
    sections: listIn(values.section),
    statics: listIn(values.static),
    url,
    fields: listIn(values.fields ?? 'all'),
    isDry: values['dry-run'] === true,
    now: Date.now(),
    env: console.env,
    errorsIn: (workspaces, folder) => errorsIn(workspaces, { content, folder }, values, console),
  })
  const { stdout, stderr, env } = console
  const options = reportOptions(content, values, env)
  if (values.json) printJson(stdout, asJson(result))
  else printReport(stdout, env, reportOf(result, options))
  printReport(stderr, env, summaryOf(result, options))
  return result.workspaces.some(({ posts }) => posts.length > 0) ? SUCCESS : CONTENT_ERRORS
})

function reportOptions(content: string, values: FlagValues, env: Console['env']): ReportOptions {
  return {
    content: displayPathOf(content),
    isVerbose: values.verbose === true,
    isQuiet: values.quiet === true,
    isDry: values['dry-run'] === true,
    hasBaseUrl: Boolean(env.BASE_URL || env.VERCEL_BRANCH_URL || env.VERCEL_URL),
  }
}

function asJson({ workspaces, errors, ...rest }: ReportedImport) {
  const reported = errors.map(({ place, post, message }) => ({ place, from: post?.from, message }))
  return {
    ...rest,
    errors: reported,
    workspaces: workspaces.map(({ files, asked, known, ...workspace }) => workspace),
  }
}

function printReport(output: Output, env: Console['env'], lines: Iterable<ReportLine>): void {
  const paint = paintFor(output, env)
  for (const { parts, wraps } of lines) {
    const print = wraps ? printMessage : printLine
    print(output, ...parts.map((part) => (typeof part === 'string' ? part : paint[part.colour](part.text))))
  }
}

/** Returns what would stop a build of what was imported: messages name the folder of workspaces, whichever copy of it is asked. */
async function errorsIn(
  workspaces: ImportResult['workspaces'],
  { content, folder: copy }: { content: string; folder: string },
  values: FlagValues,
  console: Console,
): Promise<StoppingError[]> {
  if (!existsSync(copy)) return []
  const [folder, shown] = [displayPathOf(copy), displayPathOf(content)]
  const all = new Map<string, ImportedPost>(
    workspaces.flatMap(({ name, posts }) =>
      posts.map((post) => [`${folder}/${name}/${post.file}`, post] as const),
    ),
  )
  const isOurs = (file: string) => workspaces.some(({ name }) => file.startsWith(`${folder}/${name}/`))
  const reported = (text: string) => text.replaceAll(`${folder}/`, `${shown}/`)
  const { check } = await import('../../build/index.ts')
  try {
    const { problems } = await withProgress(console, values, (onProgress) =>
      check({ content: copy, env: console.env, onProgress }),
    )
    const errors = problems.filter(({ severity, file }) => severity === 'error' && isOurs(file))
    return errors.map((problem): StoppingError => {
      const [place, , message] = partsOf(problem)
      return { place: reported(place), post: all.get(problem.file), message: reported(message) }
    })
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return [{ place: shown, post: undefined, message: reported(error.message) }]
  }
}

function siteUrl({ url }: FlagValues): string | undefined {
  if (url === undefined) return undefined
  if (/^https?:\/\/[^\s/?#{}]+(\/[^\s?#{}]*)?$/.test(String(url)) && URL.canParse(String(url)))
    return String(url)
  throw new ConfigurationError(
    `--url "${url}" is not the address of a site. Write it in full, such as https://example.org.`,
  )
}
