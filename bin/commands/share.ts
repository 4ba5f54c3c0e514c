// galley share
import { shareSecretsFromEnvironment, tokenFor } from '../../api/_app/http/share-token.ts'
import { readWorkspaces, statusOf, type WrittenWorkspace, writtenIn } from '../../build/edit/read.ts'
import { ConfigurationError, configured } from '../../build/environment/configuration.ts'
import { didYouMean } from '../../build/problems/suggest.ts'
import { withCollections } from '../../build/workspace/family.ts'
import { normalise } from '../../packages/search/basics/normalise.ts'
import type { FlagValues } from '../cli/command.ts'
import { commandOf } from '../cli/flags.ts'
import { requiredContentFolder } from '../cli/project.ts'
import { printed, printLine, printMessage } from '../terminal/print.ts'
import { workspacesNamed } from '../writing/choice.ts'

export const command = commandOf('share', ['POST'], async (values, { env, stdout, stderr }, [name = '']) => {
  const { url, for: time = '7d', quiet } = values
  const origin = originOf(url)
  const now = Date.now()
  const expires = Math.floor(now / 1_000) + secondsIn(String(time))
  const [secret] = configured(() => shareSecretsFromEnvironment(env))
  if (secret === undefined) throw new ConfigurationError(NO_SECRET)
  const { folder, post } = postNamed(name, readWorkspaces(requiredContentFolder(values), env))
  if (statusOf(post.header, now) === 'published')
    throw new ConfigurationError(`${name} is published. Link to where your site shows it.`)
  const token = tokenFor(folder, post.header.id, expires, secret)
  printLine(stdout, `${origin}/docs/desk/#/shared/${token}`)
  const until = new Date(expires * 1_000).toISOString().slice(0, 16)
  const note = `Opens this post until ${until}Z, on previews that have it and the same secret. Production has no drafts.`
  if (!quiet) printMessage(stderr, note)
  return printed(stdout)
})

const NO_SECRET =
  'GALLEY_SHARE_SECRET is missing. Set it, here and where the preview runs, to what galley key prints.'

const ORIGIN = /^(https:\/\/[^\s/?#@\\]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?)\/?$/i

function originOf(url: FlagValues[string]): string {
  const [, origin] = ORIGIN.exec(String(url)) ?? []
  if (origin !== undefined) return origin
  const mistake = url === undefined ? '--url is missing' : `--url "${url}" is not the address of a preview`
  throw new ConfigurationError(
    `${mistake}. Write --url https://preview.example.org, or --url http://localhost:3000.`,
  )
}

const UNITS: Record<string, number> = { h: 3_600, d: 86_400 }

function secondsIn(time: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,3})([hd])$/.exec(time) ?? []
  const seconds = Number(count) * UNITS[unit]!
  if (seconds <= 90 * UNITS.d!) return seconds
  throw new ConfigurationError(`--for "${time}" is not a time. Write 12h or 7d, and at most 90d.`)
}

function postNamed(name: string, workspaces: readonly WrittenWorkspace[]) {
  const [own = '', ...names] = name.split('/')
  const [workspace] = workspacesNamed(workspaces, own)
  const folder = names.length > 1 ? `${own}/${names.shift()}` : own
  const collection = withCollections(workspace!).find(({ settings }) => settings.folder === folder)
  const posts = folder === own ? workspace!.posts : collection ? writtenIn(collection) : []
  const slug = names.join('/')
  const post = posts.find(({ header }) => header.slug === normalise(slug))
  if (post) return { folder, post }
  const slugs = posts.map(({ header }) => header.slug)
  const hint = didYouMean(slug, slugs, 'Write it as blog/on-tables; galley list shows posts.')
  throw new ConfigurationError(`No post of ${folder} has the slug "${slug}". ${hint}`)
}
