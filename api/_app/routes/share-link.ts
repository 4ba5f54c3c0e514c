// GET /shared: the one post of a build with drafts that the token of a link opens, for somebody who has no key. Nothing in the reply
// tells of the workspace or of other posts: no key, no count, and no edition, which names a file of notes on all posts.
import { normalise } from '../../../packages/search/basics/normalise.ts'
import { decoded, withSlug } from '../../../snapshot/format/address.ts'
import type { Snapshots } from '../../../snapshot/read/snapshots.ts'
import type { Admission } from '../admission/admission.ts'
import { maxTextBytes } from '../feeds/text-body.ts'
import { furtherFieldsOf } from '../further-fields/fields.ts'
import { notFound } from '../http/error.ts'
import { type Exchange, jsonReply, type Reply } from '../http/reply.ts'
import { openedBy } from '../http/share-token.ts'
import { itemOf, outlineOf, type PostField } from '../listing/assemble.ts'
import { type Edition, editionAt } from '../listing/edition.ts'
import { metaOf } from '../listing/metadata.ts'
import type { Turn } from '../turns/turn.ts'
import { findVisible, postNotFound } from './post.ts'
import { noDrafts } from './service.ts'

const select: PostField[] = ['title', 'publishedAt', 'status', 'authors', 'attribution', 'content']

interface LinkContext {
  snapshots: Snapshots
  shareSecrets?: readonly string[] | undefined
  admission: Admission
}

/** @throws {HttpError} if the link opens nothing, the same for every reason */
export async function postOfLink(
  { request, headers }: Exchange,
  { snapshots, shareSecrets = [], admission }: LinkContext,
  now: number,
  turn: Turn,
): Promise<Reply> {
  Object.assign(headers, { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
  const { preview, workspaces } = snapshots.current()
  if (preview === null) throw notFound(noDrafts)
  const token = request.header('galley-share') ?? ''
  const opened = await openedBy(token, workspaces.keys(), now, turn, shareSecrets)
  // Another snapshot may have come meanwhile.
  const { workspaces: present } = snapshots.current()
  const [first] = present.keys()
  // If the link opens no post, the id `''` is looked for: that takes as long as for a post that does not exist.
  const { folder, id } = opened && present.has(opened.folder) ? opened : { folder: first, id: '' }
  if (folder === undefined) throw postNotFound()
  const lease = snapshots.lease(folder)
  const leases = [lease]
  try {
    const edition = editionAt(lease.workspace, now)
    const post = findVisible(edition, id)?.number
    if (post === undefined || metaOf(edition, post)[0]!.id !== id) throw postNotFound()
    const bytes = edition.html.length(post)
    await turn.expect(bytes)
    const [root] = folder.split('/')
    for (const name of present.keys())
      if (name !== folder && name.split('/')[0] === root) leases.push(snapshots.lease(name))
    const family = leases.map(({ workspace }) => editionAt(workspace, now))
    const read = async () => {
      const further = await furtherFieldsOf(edition, ['cover', 'reading'], turn)
      const [html] = await edition.html.read([post])
      const content = JSON.stringify(withoutLinksToDrafts(family, JSON.parse(html!.toString()), now))
      const own = select.filter((field) => itemOf(edition).fields.includes(field))
      const outline = await outlineOf(edition, post, { format: 'html', select: own, further }, content, turn)
      const isEntry = edition.workspace.collection !== undefined
      const json = isEntry ? `{"authors":[],"attribution":null,${outline.slice(1)}` : outline
      const language = JSON.stringify(lease.workspace.site.language)
      return jsonReply(200, `{"post":${json},"language":${language}}`, headers)
    }
    return await (bytes > maxTextBytes ? admission.run(request, read, turn) : read())
  } finally {
    for (const one of leases) one.release()
  }
}

/** Matches links in HTML as sanitize-html writes it. */
const linkTags = /<(a|area)(?:\s[^<>]*)?>|<\/a>/g

/** @param family the workspace and its collections */
function withoutLinksToDrafts(family: readonly Edition[], html: string, now: number): string {
  const located = family.filter(({ workspace }) => !workspace.collection || workspace.site.url !== null)
  const addresses = located.map((edition) => ({ edition, pattern: addressPattern(edition.workspace) }))
  const isDraft = (edition: Edition, slug: string) => {
    const { collection, list } = edition.workspace
    const name = slug || (collection?.single ? collection.name : 'index')
    const post = findVisible(edition, normalise(decoded(name)))?.number
    if (post === undefined) return false
    return list.publishedAt[post]! > now || metaOf(edition, post)[0]!.status === 'draft'
  }
  /** True for each link around a place that is left out. */
  const links: boolean[] = []
  return html.replace(linkTags, (tag: string, name?: string) => {
    if (name === undefined) return links.pop() ? '' : tag
    const isLeftOut = addresses.some(({ edition, pattern }) =>
      [...tag.matchAll(pattern)].some(([, slug = '']) => isDraft(edition, slug)),
    )
    if (name === 'a') links.push(isLeftOut)
    return isLeftOut ? '' : tag
  })
}

/** Patterns of bounded length, so that matching does not take long. */
const parts: Record<string, string> = {
  ...{ slug: '([^/?#&"]{1,800}?)', category: '[^/?#&"]{1,800}', path: '([^?#&"]{0,800}?)' },
}

/** An attribute with the address of a post, or of a part of it. */
function addressPattern({ site, collection }: Edition['workspace']): RegExp {
  const form = (collection ? site.url! : withSlug(site.url ?? ''))
    .replaceAll('&', '&amp;')
    .replace(/\{(\w+)\}|\W/gu, (one, name) => (name ? (parts[name] ?? '\\d{2,4}') : `\\${one}`))
  return new RegExp(`="${form}/?(?:[?#&][^"]*)?"`, 'g')
}
