// What we use of Astro, which is installed where the loaders run; the example in examples/ is compiled with Astro's own types.
declare module 'astro/zod' {
  export { z } from 'zod'
}

declare module 'astro/loaders' {
  type Entry = { id: string; data: object; digest?: string | number; rendered?: { html: string } }
  type Live<Data> = Entry & { data: Data; cacheHint?: { tags?: string[]; lastModified?: Date } }
  type Names = { keys(): string[]; delete(name: string): void }
  export interface LoaderContext {
    store: Names & { get(id: string): Entry | undefined; set(entry: Entry): boolean }
    meta: Omit<Names, 'keys'> & {
      get(key: string): string | undefined
      set(key: string, value: string): void
    }
    logger: { info(message: string): void }
    parseData<T extends Record<string, unknown>>(entry: { id: string; data: T }): Promise<T>
  }
  export interface Loader {
    name: string
    load(context: LoaderContext): Promise<void>
    createSchema(): Promise<{ schema: import('zod').ZodType; types: string }>
  }
  export interface LiveLoader<Data, One, Filter, Failure> {
    name: string
    loadCollection(context: { filter?: Filter }): Promise<{ entries: Live<Data>[] } | { error: Failure }>
    loadEntry(context: { filter: One }): Promise<Live<Data> | { error: Failure } | undefined>
  }
}
