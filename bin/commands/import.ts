// galley import
import { existsSync } from 'node:fs'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { displayPathOf } from '../../build/problems/display-path.ts'
import { partsOf } from '../../build/problems/problem.ts'
import type { ImportResult } from '../../packages/import/index.ts'
import { CONTENT_ERRORS, type Command, type Console, type FlagValues, SUCCESS } from '../cli/command.ts'
import { newContentFolder } from '../cli/project.ts'
import type { StoppingError } from '../terminal/imported.ts'
import { withProgress } from '../terminal/progress.ts'

const help = `Brings the posts of another program into a workspace, and reports what was mapped and what was not, by kind.

usage: galley import FROM [flags]

  --as GENERATOR    what FROM is of, if it is not recognised: hugo, jekyll, docusaurus, astro, next, zola, hexo,
                    eleventy, vitepress, nuxt, markdown, hashnode, ghost, wordpress or marble
  --into WORKSPACE  the workspace's folder (blog)
  --section PATH    the folders of posts, separated by commas, if others than it finds
  --static DIR      further folders of images and other files, separated by commas
  --url URL         the address of the site, if its configuration does not say
  --content DIR     the folder of workspaces (the nearest content/ here or above, else a new one here)
  --dry-run         write nothing, and only report
  --verbose         report post by post
  --json            print the report as one JSON object, post by post
  --quiet           print only what was not mapped
  --help            print this help

FROM is the folder of a site, or of its posts; a file that Ghost, Hashnode or WordPress exported; or the address of
Marble's API, with the key in MARBLE_API_KEY. Nothing in it is changed or executed. It can be run again: files that were
edited since are kept, and public addresses that change are named.

example: galley import ../old-blog --into blog
`

export const command: Command = {
  help,
  operands: ['FROM'],
  flags: {
    as: { type: 'string' },
    into: { type: 'string', default: 'blog' },
    section: { type: 'string' },
    static: { type: 'string' },
    url: { type: 'string' },
    content: { type: 'string' },
    'dry-run': { type: 'boolean' },
    verbose: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  async run(values, console, [from = '']) {
    const url = siteUrl(values)
    // The first loads libraries that no other command needs.
    const [{ importFrom }, { printImport }] = await Promise.all([
      import('../../packages/import/index.ts'),
      import('../terminal/imported.ts'),
    ])
    const content = newContentFolder(values)
    const result = await importFrom({
      from,
      as: values.as === undefined ? undefined : String(values.as).toLowerCase(),
      content,
      into: String(values.into),
      sections: listOf(values.section),
      statics: listOf(values.static),
      url,
      isDry: values['dry-run'] === true,
      now: Date.now(),
      env: console.env,
    })
    const errors = values['dry-run'] ? [] : await errorsIn(result, content, values, console)
    printImport({ ...result, errors }, values, console)
    return result.workspaces.some(({ posts }) => posts.length > 0) ? SUCCESS : CONTENT_ERRORS
  },
}

/** What would stop a build of what was imported. */
async function errorsIn(
  { workspaces }: ImportResult,
  content: string,
  values: FlagValues,
  console: Console,
): Promise<StoppingError[]> {
  if (!existsSync(content)) return []
  const folder = displayPathOf(content)
  const from = new Map(
    workspaces.flatMap(({ name, posts }) =>
      posts.map((post) => [`${folder}/${name}/${post.file}`, post.from]),
    ),
  )
  const isOurs = (file: string) => workspaces.some(({ name }) => file.startsWith(`${folder}/${name}/`))
  const { check } = await import('../../build/index.ts')
  try {
    const { problems } = await withProgress(console, values, (onProgress) =>
      check({ content, env: console.env, onProgress }),
    )
    return problems
      .filter(({ severity, file }) => severity === 'error' && isOurs(file))
      .map((problem) => {
        const [place, , message] = partsOf(problem)
        return { place, from: from.get(problem.file), message }
      })
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return [{ place: folder, from: undefined, message: error.message }]
  }
}

function listOf(value: FlagValues[string]): string[] {
  return String(value ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
}

function siteUrl({ url }: FlagValues): string | undefined {
  if (url === undefined) return undefined
  if (/^https?:\/\/[^\s/?#{}]+(\/[^\s?#{}]*)?$/.test(String(url)) && URL.canParse(String(url)))
    return String(url)
  throw new ConfigurationError(
    `--url "${url}" is not the address of a site. Write it in full, such as https://example.org.`,
  )
}
