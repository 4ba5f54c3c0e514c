// What we use of Astro, which is installed where the loaders run. The example's types are checked with its own.
declare module 'astro/zod' {
  export { z } from 'zod'
}

declare module 'astro/loaders' {
  interface Entry {
    id: string
    data: Record<string, unknown>
    digest?: string | number
    rendered?: { html: string; metadata?: object }
  }
  export interface LoaderContext {
    store: {
      get(id: string): Entry | undefined
      keys(): string[]
      set(entry: Entry): boolean
      delete(id: string): void
    }
    meta: {
      get(key: string): string | undefined
      set(key: string, value: string): void
      delete(key: string): void
    }
    logger: { info(message: string): void }
    parseData<T extends Record<string, unknown>>(entry: { id: string; data: T }): Promise<T>
  }
  export interface Loader {
    name: string
    load(context: LoaderContext): Promise<void>
    createSchema(): Promise<{ schema: import('zod').ZodType; types: string }>
  }
  interface LiveEntry<Data> {
    id: string
    data: Data
    rendered?: { html: string }
    cacheHint?: { tags?: string[]; lastModified?: Date }
  }
  export interface LiveLoader<Data, EntryFilter, CollectionFilter, Failure> {
    name: string
    loadCollection(context: {
      filter?: CollectionFilter
    }): Promise<{ entries: LiveEntry<Data>[] } | { error: Failure }>
    loadEntry(context: { filter: EntryFilter }): Promise<LiveEntry<Data> | { error: Failure } | undefined>
  }
}
