// admin/ of a site: a page that loads Sveltia, and its configuration. What is not from Galley stays as it is.
import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Document, isMap, parseDocument } from 'yaml'
import { escapeHtml } from '../../build/compile/html/escape-html.ts'
import { readWorkspaces } from '../../build/edit/read.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { remoteOf } from '../../build/environment/git.ts'
import { repositoryAround } from '../../build/environment/repository.ts'
import { displayPathOf, isIn } from '../../build/problems/display-path.ts'
import { isObject } from '../../snapshot/objects.ts'
import type { FlagValues } from '../cli/command.ts'
import { requiredContentFolder } from '../cli/project.ts'
import { type Form, formsOf, templates } from './forms.ts'
import { stepIn } from './plan.ts'

/** @throws {ConfigurationError} */
export function editorPlan(values: FlagValues, env: NodeJS.ProcessEnv) {
  const to = siteFolder(values)
  const content = requiredContentFolder(values)
  const workspaces = readWorkspaces(content, env)
  const { folder = dirname(resolve(content)) } = repositoryAround(content) ?? {}
  const root = displayPathOf(relative(realpathSync(folder), realpathSync(content)))
  const backend = backendOf(remoteOf(content, env))
  const title = workspaces.map((one) => one.settings.name || one.folder.name).join(', ')
  const forms = formsOf(workspaces, root)
  let changes: string[] = []
  const config = stepIn(
    '',
    `${to}/admin/config.yml`,
    'the repository, and a form for each kind of file',
    (found) => {
      const text = configText(found, backend, forms, root)
      if (found !== undefined)
        changes = changesBetween(parseDocument(found).toJS(), parseDocument(text).toJS())
      return text
    },
  )
  return {
    folder: '',
    steps: [
      stepIn('', `${to}/admin/index.html`, 'the page, which loads Sveltia', (found) =>
        pageText(found, title),
      ),
      changes.length > 0 ? { ...config, about: changes.join(', ') } : config,
    ],
    warning:
      backend.name === 'test-repo' && config.kind === 'new'
        ? templates.comments['test-repo']!.trim().replace(/\s+/g, ' ')
        : undefined,
    next: `publish ${to} with your site, where authors open /admin/`,
  }
}

/** @throws {ConfigurationError} unless it is there, and what is written goes into it */
function siteFolder({ editor, to }: FlagValues): string {
  if (editor !== 'sveltia') {
    const written = editor === undefined ? '--to belongs to --editor' : `There is no editor "${editor}"`
    throw new ConfigurationError(`${written}. Write --editor sveltia.`)
  }
  if (to === undefined)
    throw new ConfigurationError('Name the folder that your site publishes as it is, such as: --to public')
  const folder = displayPathOf(String(to))
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new ConfigurationError(
      `There is no folder ${folder}. Write --to with the one that your site publishes as it is.`,
    )
  for (const name of ['admin', 'admin/index.html', 'admin/config.yml']) {
    if (lstatSync(join(folder, name), { throwIfNoEntry: false })?.isSymbolicLink())
      throw new ConfigurationError(
        `${folder}/${name} is a link, so nothing is written there. Remove the link.`,
      )
  }
  return folder
}

const REMOTE = /^(?:\w+:\/\/)?(?:[^@/]+@)?([\w.-]+\.\w+)(?::\d+)?[:/]([^/:]+(?:\/[^/:]+)+?)(?:\.git)?\/?$/

/** @param remote.url for people, `git@github.com:ada/blog.git`, or as git takes it */
function backendOf({ url = '', branch }: ReturnType<typeof remoteOf>) {
  const [, host = '', repo] = REMOTE.exec(url) ?? []
  const kinds = { github: /^github\.com$/, gitlab: /gitlab/, gitea: /gitea|forgejo|codeberg/ }
  const [name] = Object.entries(kinds).find(([, pattern]) => pattern.test(host)) ?? []
  if (name === undefined) return { name: 'test-repo' }
  const api = name === 'gitlab' ? 'v4' : 'v1'
  const own = { base_url: `https://${host}`, api_root: `https://${host}/api/${api}` }
  return { name, repo, ...(branch && { branch }), ...(name !== 'github' && own), auth_methods: ['token'] }
}

const SCRIPT = /<script\b[^>]*@sveltia\/cms[^>]*><\/script>/

function pageText(found: string | undefined, title: string): string {
  const page = readFileSync(new URL('./sveltia/index.html', import.meta.url), 'utf8')
  if (found === undefined) return page.replace('<title>', () => `<title>${escapeHtml(title)}`)
  if (!SCRIPT.test(found))
    throw new ConfigurationError(
      'admin/index.html is a page of something else. Name another folder with --to.',
    )
  return found.replace(SCRIPT, () => SCRIPT.exec(page)![0])
}

/** What is there keeps its comments, its backend, other collections, and options that Galley does not set. */
function configText(
  found: string | undefined,
  backend: { name: string },
  forms: ReturnType<typeof formsOf>,
  root: string,
): string {
  const document = found === undefined ? new Document({}) : parseDocument(found)
  if (document.errors.length > 0 || !isMap(document.contents))
    throw new ConfigurationError('admin/config.yml is not a mapping in YAML. Mend it, or remove it.')
  const before: Form = document.toJS()
  const others = (Array.isArray(before.collections) ? before.collections : []).filter((one) => {
    const { folder, files } = one as { folder?: string; files?: { file?: string }[] }
    return !isIn(String(folder ?? files?.[0]?.file), root)
  })
  const hasWorkflow = backend.name === 'github' || backend.name === 'gitlab'
  const wanted: Form = {
    ...(before.backend === undefined && {
      backend,
      ...(hasWorkflow && { publish_mode: 'editorial_workflow' }),
    }),
    ...forms,
    collections: [...forms.collections, ...others],
  }
  const changed = Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(before[name], value))
  if (changed.length === 0 && found !== undefined) return found
  for (const [name, value] of changed)
    document.set(name, document.createNode(value, { aliasDuplicateObjects: false }))
  if (found === undefined) document.commentBefore = HEAD + templates.comments[backend.name]!.trimEnd()
  const end = found?.includes('\r\n') ? '\r\n' : '\n'
  return document.toString({ lineWidth: 0 }).replaceAll('\n', end)
}

const HEAD = ` yaml-language-server: $schema=https://unpkg.com/@sveltia/cms/schema/sveltia-cms.json
`

/** Names of what differs: `collections.blog.fields.title`. */
function changesBetween(before: unknown, after: unknown, path: readonly string[] = []): string[] {
  if (isDeepStrictEqual(before, after)) return []
  const [old, now] = [membersOf(before), membersOf(after)]
  const changes = Object.keys({ ...old, ...now }).flatMap((name) =>
    old && now ? changesBetween(old[name], now[name], [...path, name]) : [],
  )
  return changes.length > 0 ? changes : [path.join('.')]
}

/** By name, if it is a list of what has names. */
function membersOf(value: unknown): Form | undefined {
  if (isObject(value)) return value
  const named = Array.isArray(value) && value.every((one) => isObject(one) && 'name' in one)
  return named ? Object.fromEntries(value.map((one) => [one.name, one])) : undefined
}
