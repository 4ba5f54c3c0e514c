// A store, and all else that Astro gives to a loader.
import type { galleyLoader } from '../../client/astro.ts'

type Context = Parameters<ReturnType<typeof galleyLoader>['load']>[0]
type Entry = NonNullable<ReturnType<Context['store']['get']>>

export function astro(parse: (id: string) => void = () => {}) {
  const [entries, meta, said] = [new Map<string, Entry>(), new Map<string, string>(), [] as string[]]
  const written: string[] = []
  const context: Context = {
    store: {
      get: (id) => entries.get(id),
      keys: () => [...entries.keys()],
      set(entry) {
        written.push(entry.id)
        entries.set(entry.id, entry)
        return true
      },
      delete(id) {
        written.push(`without ${id}`)
        entries.delete(id)
      },
    },
    meta: {
      get: (key) => meta.get(key),
      set: (key, value) => meta.set(key, value),
      delete: (key) => meta.delete(key),
    },
    logger: { info: (message) => said.push(message) },
    async parseData({ id, data }) {
      parse(id)
      return data
    },
  }
  return { context, entries, meta, said, written }
}
