// admin/ of a site: a page that loads Sveltia, and its configuration. What is not Galley's in there stays as it is.
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Document, isMap, parseDocument } from 'yaml'
import { escapeHtml } from '../../build/compile/html/escape-html.ts'
import { readWorkspaces } from '../../build/edit/read.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { remoteUrl } from '../../build/environment/git.ts'
import { requireInside } from '../../build/environment/inside.ts'
import { repositoryAround } from '../../build/environment/repository.ts'
import { displayPathOf } from '../../build/problems/display-path.ts'
import type { FlagValues } from '../cli/command.ts'
import { requiredContentFolder } from '../cli/project.ts'
import { type Form, formsOf, part } from './forms.ts'
import { step, textOf } from './plan.ts'

/** @throws {ConfigurationError} */
export function editorPlan(values: FlagValues, env: NodeJS.ProcessEnv) {
  const to = siteFolder(values)
  const content = requiredContentFolder(values)
  const workspaces = readWorkspaces(content, env)
  if (workspaces.length === 0)
    throw new ConfigurationError(
      `There is no workspace in ${content}. Make one: galley new workspace "The blog".`,
    )
  const { folder = dirname(resolve(content)) } = repositoryAround(content) ?? {}
  const root = displayPathOf(relative(realpathSync(folder), realpathSync(content)))
  const title = workspaces.map((one) => one.settings.name || one.folder.name).join(', ')
  const { publish_mode, ...backend } = backendOf(remoteUrl(content, env))
  const own = { backend, publish_mode, ...formsOf(workspaces, root) }
  const path = `${to}/admin/config.yml`
  const { text, about } = configText(textOf(path), own, root)
  return {
    steps: [
      step(`${to}/admin/index.html`, 'the page', (found) => pageText(found, title)),
      step(path, about, () => text),
    ],
    warning: text.includes('name: test-repo') ? part<string>('test-repo').trim() : undefined,
    next: `publish ${to} with your site, where authors open /admin/`,
  }
}

/** @throws {ConfigurationError} unless it is there, and admin/ is in it */
function siteFolder({ editor, to }: FlagValues): string {
  if (editor !== 'sveltia')
    throw new ConfigurationError(
      `${editor === undefined ? '--to and --content are for --editor' : `There is no editor "${editor}"`}. Write --editor sveltia.`,
    )
  if (to === undefined || !statSync(String(to), { throwIfNoEntry: false })?.isDirectory())
    throw new ConfigurationError(
      `${to === undefined ? 'A folder is missing' : `There is no folder ${to}`}. Write --to with the one that your site publishes as it is.`,
    )
  requireInside(String(to), join(String(to), 'admin'))
  return displayPathOf(String(to))
}

const REMOTE = /^(?:\w+:\/\/)?(?:[^@/]+@)?([\w.-]+)(?::\d+)?[:/]([^/:]+(?:\/[^/:]+)+)$/

const HOSTS = { github: /^github\.com$/, gitlab: /gitlab/, gitea: /gitea|forgejo|codeberg/ }

/** @param url such as `git@github.com:ada/blog.git`. Without a branch, it is the one that the host publishes. */
function backendOf(url = '') {
  const [, host = '', repo] = REMOTE.exec(url.replace(/(\.git)?\/?$/, '')) ?? []
  const [name] = Object.entries(HOSTS).find(([, pattern]) => pattern.test(host)) ?? ['test-repo']
  const publish_mode = name === 'github' || name === 'gitlab' ? 'editorial_workflow' : undefined
  if (name === 'test-repo') return { name, publish_mode }
  const api = `https://${host}/api/${name === 'gitlab' ? 'v4' : 'v1'}`
  const own = name === 'github' ? {} : { base_url: `https://${host}`, api_root: api }
  // Signing in with a token needs no preparation.
  return { name, publish_mode, repo, ...own, auth_methods: ['token'] }
}

const SCRIPT = /<script\b[^>]*@sveltia\/cms[^>]*><\/script>/

function pageText(found: string | undefined, title: string): string {
  const page = readFileSync(new URL('./sveltia/index.html', import.meta.url), 'utf8')
  if (found === undefined) return page.replace('<title>', () => `<title>${escapeHtml(title)}`)
  if (SCRIPT.test(found)) return found.replace(SCRIPT, () => SCRIPT.exec(page)![0])
  throw new ConfigurationError('admin/index.html is another page. Move it, or name another folder with --to.')
}

/** Returns the configuration: comments, the backend, collections of something else, and options that are not set here stay. */
function configText(
  found: string | undefined,
  own: Form & { backend: { name: string }; collections: Form[] },
  root: string,
) {
  const document = found === undefined ? new Document({}) : parseDocument(found)
  if (document.errors.length > 0 || !isMap(document.contents))
    throw new ConfigurationError('admin/config.yml cannot be read as YAML. Mend it, or remove it.')
  const before: Form = document.toJS()
  const { backend = own.backend, publish_mode = before.backend ? undefined : own.publish_mode } = before
  const listed: Form[] = Array.isArray(before.collections) ? before.collections : []
  const others = listed.filter((one) => !JSON.stringify(one).includes(`"${root}/`))
  const after = { ...own, backend, publish_mode, collections: [...own.collections, ...others] }
  const changed = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(value, before[name]))
  if (found !== undefined && changed.length === 0) return { text: found, about: '' }
  for (const [name, value] of changed)
    document.set(name, document.createNode(value, { aliasDuplicateObjects: false }))
  if (found === undefined) document.commentBefore = part<string>('head') + part(own.backend.name)
  const text = document.toString({ lineWidth: 0 })
  const forms = own.collections.filter((form) => !listed.some((one) => isDeepStrictEqual(one, form)))
  const names = [...changed, ...forms.map(({ name }) => [name])].map(([name]) => name)
  return {
    text: found?.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text,
    about: found === undefined ? 'its forms' : names.join(' '),
  }
}
