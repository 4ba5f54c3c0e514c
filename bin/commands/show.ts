// galley show
import { join } from 'node:path'
import { editionAt } from '../../api/_app/listing/edition.ts'
import { shownBy } from '../../api/_app/listing/fields.ts'
import { unscheduled } from '../../api/_app/turns/turn.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { normalise } from '../../packages/search/basics/normalise.ts'
import type { Lease } from '../../snapshot/read/pool.ts'
import type { OpenWorkspace, Snapshots } from '../../snapshot/read/snapshots.ts'
import { openSnapshots, SnapshotError } from '../../snapshot/read/snapshots.ts'
import type { PostNumber } from '../../snapshot/types.ts'
import { CONTENT_ERRORS, type FlagValues } from '../cli/command.ts'
import { commandOf } from '../cli/flags.ts'
import { outputFolder } from '../cli/project.ts'
import { printed, printJson, printMessage } from '../terminal/print.ts'

export const command = commandOf(
  'show',
  ['SLUG'],
  async ({ workspace, ...values }, { stdout, stderr }, [slug = '']) => {
    const snapshots = openSnapshots(join(outputFolder(values), 'data'))
    try {
      printJson(stdout, await post(snapshots, slug, workspace))
      return await printed(stdout)
    } catch (error) {
      if (!(error instanceof SnapshotError)) throw error
      printMessage(stderr, error.message)
      return CONTENT_ERRORS
    } finally {
      snapshots.close()
    }
  },
)

async function post(snapshots: Snapshots, slug: string, workspace: FlagValues[string]): Promise<object> {
  const folders = foldersOf(snapshots, workspace)
  const found: { folder: string; lease: Lease; number: PostNumber }[] = []
  try {
    for (const folder of folders) {
      const lease = snapshots.lease(folder)
      const number = await numberOf(lease.workspace, slug)
      if (number === undefined) lease.release()
      else found.push({ folder, lease, number })
    }
    const [first, second] = found
    if (!first)
      throw new ConfigurationError(`No post has the slug, id or old address "${slug}". ${whereFrom(folders)}`)
    if (second) {
      const names = found.map(({ folder }) => folder).join(', ')
      throw new ConfigurationError(
        `Several workspaces have such a post: ${names}. Add --workspace ${first.folder}.`,
      )
    }
    return await stored(first.lease.workspace, first.number)
  } finally {
    for (const { lease } of found) lease.release()
  }
}

/** Finds a post's number by one of its names, or by an old address. */
async function numberOf(workspace: OpenWorkspace, name: string): Promise<PostNumber | undefined> {
  if (!name.startsWith('/')) return workspace.find(normalise(name))?.number
  await workspace.loadRedirects(() => undefined)
  const redirects = workspace.redirects()
  const number = redirects.find(name, 0)
  if (number === undefined) return undefined
  const [redirect] = redirects.records.read(number, number + 1)
  return workspace.find(parsed(redirect!).slug)?.number
}

function foldersOf(snapshots: Snapshots, workspace: FlagValues[string]): string[] {
  const all = [...snapshots.current().workspaces.keys()]
  if (workspace === undefined) return all
  if (all.includes(String(workspace))) return [String(workspace)]
  throw new ConfigurationError(`There is no workspace ${workspace}. ${whereFrom(all)}`)
}

function whereFrom(folders: readonly string[]): string {
  return `The snapshot has the workspaces ${folders.join(', ')}; run galley build if it is out of date.`
}

/** Returns a post as readers see it once all that its fields refer to is visible. */
async function stored(workspace: OpenWorkspace, number: PostNumber): Promise<object> {
  const { meta, html, markdown } = workspace
  const [record] = meta.read(number, number + 1)
  const all = editionAt(workspace, Number.POSITIVE_INFINITY)
  const shown = shownBy(
    all,
    unscheduled.turnFor(() => ''),
  )
  const [[htmlText], [markdownText]] = await Promise.all([html.read([number]), markdown.read([number])])
  return {
    ...parsed(shown ? await shown(record!) : record!),
    // An entry that has a text says so.
    content: undefined,
    html: parsed(htmlText!),
    markdown: parsed(markdownText!),
  }
}

function parsed(json: Uint8Array) {
  return JSON.parse(Buffer.from(json).toString())
}
