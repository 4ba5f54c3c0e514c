// Pages, if the workspace declares a collection of this name: documents in folders, the first of all at `/` if there is an index.md.
import { getCollection } from 'astro:content'
import { has } from './site'

/** What a page has in every workspace. */
export interface Page {
  id: string
  rendered?: { html: string } | undefined
  data: {
    path: string
    title: string
    description: string
    updatedAt: Date | null
    order: number
    fields: object
  }
}

/** In the order of the tree, which a collection does not keep. */
export async function pagesInOrder(): Promise<Page[]> {
  const pages: Page[] = has('pages') ? await getCollection('pages') : []
  return pages.sort((a, b) => a.data.order - b.data.order)
}

/** Whether a page is at `/`: then posts are listed at `/posts/`. */
export const hasHome = (await pagesInOrder()).some(({ id }) => id === 'index')

export function pathOfPage({ id }: { id: string }): string {
  return id === 'index' ? '/' : `/${id.split('/').map(encodeURIComponent).join('/')}/`
}

/** Where a page or a post is edited, if its workspace defines a field for that: `fields: { edit: url }`. */
export function editLinkOf({ data }: { data: { fields: object } }): string | undefined {
  const { edit } = data.fields as { edit?: unknown }
  return edit ? String(edit) : undefined
}
