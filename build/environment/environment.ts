// Settings of a build that come from the environment.
import { statSync } from 'node:fs'
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Memory } from '../../snapshot/memory.ts'
import type { Instant } from '../../snapshot/types.ts'
import { displayPathOf } from '../problems/display-path.ts'
import { absoluteUrl } from '../schema/url.ts'
import { ConfigurationError } from './configuration.ts'
import { commitTime, currentBranch, GitAnswers } from './git.ts'

export interface Environment {
  /** Drafts are built, and all posts are visible whatever their date. */
  drafts: boolean
  /** The branch, in a build with drafts. */
  preview: string | null
  builtAt: Instant | undefined
  /** Posts dated later are not visible yet, by the time of the content or by the clock of this machine. */
  visibleUntil: Instant
  /** True on Vercel, where each build starts with an empty dist/ and all of it is deployed. */
  vercel: boolean
  /** The base of media URLs, without a trailing slash. */
  baseUrl: string | undefined
  /** True if that is this machine, where nothing makes images smaller. */
  isHere: boolean
}

interface EnvironmentOptions {
  content: string
  out: string
  drafts: boolean
  env: NodeJS.ProcessEnv
  baseUrl?: string | undefined
  now?: Instant | undefined
}

/** @throws {ConfigurationError} */
export function requireContentFolder(content: string): void {
  if (!isFolder(content)) {
    throw new ConfigurationError(
      `There is no folder ${content}. Name the folder of your workspaces with --content.`,
    )
  }
  if (isWorkspace(content)) {
    const parent = displayPathOf(join(content, '..'))
    throw new ConfigurationError(
      `${content} is itself a workspace. Write --content ${parent} for the folder it is in.`,
    )
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Tells whether a folder is a workspace. In a folder named content, posts/ has yet to be moved into one. */
function isWorkspace(path: string): boolean {
  return basename(resolve(path)) !== 'content' && isFolder(join(path, 'posts'))
}

/** Vercel's preview deployments always have drafts. */
export function hasDrafts(asked: boolean, env: NodeJS.ProcessEnv): boolean {
  return asked || env.VERCEL_ENV === 'preview'
}

/** @param memory for further builds of the same process @throws {ConfigurationError} */
export function environmentOf(options: EnvironmentOptions, memory?: Memory): Environment {
  const { content, out, drafts, env, baseUrl, now = Date.now() } = options
  requireContentFolder(content)
  const path = relative(resolve(content), resolve(out))
  if (path.split(sep)[0] !== '..' && !isAbsolute(path)) {
    throw new ConfigurationError(`${out} is inside ${content}. Name a folder beside it with --out.`)
  }
  const withDrafts = hasDrafts(drafts, env)
  const answers = memory?.of(GitAnswers)
  const builtAt = env.SOURCE_DATE_EPOCH
    ? sourceDate(env.SOURCE_DATE_EPOCH)
    : commitTime(content, env, answers)
  const branch = () =>
    env.GALLEY_BRANCH || env.VERCEL_GIT_COMMIT_REF || currentBranch(content, env, answers) || 'drafts'
  const written = baseUrlOf(env)
  return {
    drafts: withDrafts,
    preview: withDrafts ? branch() : null,
    builtAt,
    visibleUntil: withDrafts ? Number.POSITIVE_INFINITY : Math.min(builtAt ?? now, now),
    vercel: env.VERCEL === '1',
    baseUrl: written ?? baseUrl,
    isHere: written === undefined || isLoopback(new URL(written).host),
  }
}

/** @throws {ConfigurationError} */
function baseUrlOf(env: NodeJS.ProcessEnv): string | undefined {
  const domain =
    env.VERCEL_ENV === 'production'
      ? env.VERCEL_PROJECT_PRODUCTION_URL
      : env.VERCEL_BRANCH_URL || env.VERCEL_URL
  const written = env.BASE_URL || (domain ? `https://${domain}` : undefined)
  const url = written && absoluteUrl(written)
  if (written && (!url || /[?#\s]/.test(url))) {
    throw new ConfigurationError(
      `BASE_URL "${written}" is not the URL of a server. Write the address of the API, such as https://api.example.org.`,
    )
  }
  return url ? url.replace(/\/+$/, '') : undefined
}

const loopbackHost =
  /^(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/** @param host with a port, or without */
export function isLoopback(host: string): boolean {
  return loopbackHost.test(host)
}

/** Posts dated later are not visible yet. @throws {ConfigurationError} */
export function contentTime({ env, now = Date.now() }: Pick<EnvironmentOptions, 'env' | 'now'>): Instant {
  return env.SOURCE_DATE_EPOCH ? Math.min(sourceDate(env.SOURCE_DATE_EPOCH), now) : now
}

/** The hosts at which the API may be reached, in lower case; none of what is not a URL. */
export function ownHosts(env: NodeJS.ProcessEnv): string[] {
  const domains = [env.VERCEL_PROJECT_PRODUCTION_URL, env.VERCEL_BRANCH_URL, env.VERCEL_URL]
  const urls = [env.BASE_URL, ...domains.map((domain) => domain && `https://${domain}`)]
  return urls.flatMap((written) => {
    const url = written && absoluteUrl(written)
    return url ? [new URL(url).hostname] : []
  })
}

function sourceDate(seconds: string): Instant {
  if (/^\d{1,11}$/.test(seconds)) return Number(seconds) * 1000
  throw new ConfigurationError(
    'SOURCE_DATE_EPOCH is not a number of seconds since 1970. Write one such as 1767225600.',
  )
}
