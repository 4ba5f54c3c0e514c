// A workspace and the collections that it declares, each as a workspace of its own: the stages that follow make no difference.
import { examplePostUrl } from '../schema/url-pattern.ts'
import type { ConfiguredWorkspace } from './configure.ts'
import type { DeclaredCollection } from './declared.ts'

/** Returns the workspace, and a workspace for each of its collections. */
export function withCollections(workspace: ConfiguredWorkspace): ConfiguredWorkspace[] {
  return [workspace, ...workspace.settings.collections.map((one) => collectionIn(workspace, one))]
}

function collectionIn(
  { folder, settings, keys }: ConfiguredWorkspace,
  collection: DeclaredCollection,
): ConfiguredWorkspace {
  const { name, url, fields } = collection
  const { files = [] } = folder.collections.find((one) => one.name === name) ?? {}
  const site = settings.site ?? (url === null ? undefined : examplePostUrl(url).origin)
  const defaults = { authors: [], category: [], coverImage: undefined, authorImage: undefined }
  const own = { defaults, collections: [], url: url ?? undefined, fields, site, collection }
  return {
    folder: { ...folder, posts: files },
    // No folder below `content/` is called so.
    settings: { ...settings, ...own, folder: `${settings.folder}/${name}` },
    keys: { ...keys, keys: [] },
    lists: { author: [], category: [], tag: [], series: [] },
  }
}

export function isWorkspace({ settings }: ConfiguredWorkspace): boolean {
  return !settings.collection
}

/** Returns the name of the collection that a workspace is, or that of its posts. */
export function collectionName({ settings }: Pick<ConfiguredWorkspace, 'settings'>): string {
  return settings.collection?.name ?? 'posts'
}
