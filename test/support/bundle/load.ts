// A loader for what is imported from sources: it, too, starts bundles.
import type { LoadHook } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { askingForBundle, entryPoints, root } from './entry-points.ts'

const urls = new Set(Object.keys(entryPoints).map((path) => pathToFileURL(join(root, path)).href))

export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context)
  return urls.has(url) ? { ...loaded, source: askingForBundle(String(loaded.source)) } : loaded
}
