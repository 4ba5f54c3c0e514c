// Other search engines, each as its own documentation has it: index a list of texts, save it, load it, search.

export interface Text {
  id: number
  title: string
  content: string
}

/** @param isFuzzy whether words may be misspelt, in engines where that is an option */
type EngineSearch = (query: string, isFuzzy: boolean) => unknown

interface Engine {
  /** @returns the index saved as JSON */
  index(texts: readonly Text[]): Promise<string>
  load(saved: string): Promise<EngineSearch>
}

export type EngineName = 'minisearch' | 'flexsearch' | 'orama' | 'lunr'

/** They are in test/bench/node_modules, which the project's type check does not know. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export const load = (name: string): Promise<any> => import(name)

const fields = ['title', 'content']

export const engines: Record<EngineName, Engine> = {
  minisearch: {
    async index(texts) {
      const { default: MiniSearch } = await load('minisearch')
      const index = new MiniSearch({ fields })
      index.addAll(texts)
      return JSON.stringify(index)
    },
    async load(saved) {
      const { default: MiniSearch } = await load('minisearch')
      const index = MiniSearch.loadJSON(saved, { fields })
      return (query, isFuzzy) =>
        index.search(query, { prefix: true, combineWith: 'AND', fuzzy: isFuzzy && 0.2 })
    },
  },
  flexsearch: {
    async index(texts) {
      const index = await flexIndex()
      for (const text of texts) index.add(text)
      const parts: Record<string, unknown> = {}
      await index.export((key: string, data: unknown) => {
        parts[key] = data
      })
      return JSON.stringify(parts)
    },
    async load(saved) {
      const index = await flexIndex()
      for (const [key, data] of Object.entries(JSON.parse(saved))) index.import(key, data)
      return (query) => index.search(query, { limit: 1_000_000 })
    },
  },
  orama: {
    async index(texts) {
      const { create, insertMultiple, save } = await load('@orama/orama')
      const index = create({ schema: { title: 'string', content: 'string' } })
      await insertMultiple(
        index,
        texts.map(({ title, content }) => ({ title, content })),
      )
      return JSON.stringify(save(index))
    },
    async load(saved) {
      const orama = await load('@orama/orama')
      const index = orama.create({ schema: { title: 'string', content: 'string' } })
      orama.load(index, JSON.parse(saved))
      return (term, isFuzzy) => orama.search(index, { term, threshold: 0, tolerance: isFuzzy ? 1 : 0 })
    },
  },
  lunr: {
    async index(texts) {
      const { default: lunr } = await load('lunr')
      // biome-ignore lint/suspicious/noExplicitAny: lunr's builder
      const index = lunr((builder: any) => {
        for (const field of fields) builder.field(field)
        for (const text of texts) builder.add(text)
      })
      return JSON.stringify(index)
    },
    async load(saved) {
      const { default: lunr } = await load('lunr')
      const index = lunr.Index.load(JSON.parse(saved))
      return (query, isFuzzy) => index.search(query.replace(/\S+/g, isFuzzy ? '+$&~1' : '+$&'))
    },
  },
}

async function flexIndex() {
  const { Document } = await load('flexsearch')
  return new Document({ document: { id: 'id', index: fields }, tokenize: 'forward' })
}
