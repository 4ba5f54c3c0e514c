// The fields of posts in replies: images and files have their public URLs, references lead to entries, and texts are shown like bodies.
import { typeOf } from '../../snapshot/format/content-type.ts'
import { mayWait } from '../../snapshot/format/filterable.ts'
import type { FieldValue, Moment } from '../../snapshot/types.ts'
import {
  listOfReferences,
  outsideReference,
  referenceTo,
  textInPieces,
} from '../../snapshot/visibility/references.ts'
import { type Brief, load } from '../compile/brief.ts'
import type { CompiledPost } from '../compile/compile.ts'
import { writtenFile } from '../compile/fields.ts'
import { entryReference, imageReference } from '../extract/url-reference.ts'
import type { FilePaths } from '../parse/file.ts'
import { WHOLE_FILE } from '../problems/location.ts'
import { type Field, mappedValues } from '../schema/fields.ts'
import { collectionName } from '../workspace/family.ts'
import type { PublicUrl, PublicUrlOf } from './public-urls.ts'
import type { Links } from './resolve.ts'
import { linked } from './substitute.ts'
import type { Visibility } from './visibility.ts'
import { ALWAYS, NEVER, type Remainder } from './withhold.ts'

interface FieldDeps {
  publicUrlOf: PublicUrlOf
  links: Links
  visible: Visibility
  /** The name of the collection that they are of. */
  collection: string
  /** Returns the address of an entry of another collection, if that is known. */
  urlOf(post: Brief): string | null
}

export interface ShownFields {
  fields: Record<string, FieldValue>
  /** The posts and entries that are referred to and appear later. */
  later: [name: string, until: Moment][]
}

/** @param file that has the values */
export function shownFields(
  fields: readonly Field[],
  post: Pick<CompiledPost, 'fields' | 'fieldTexts'>,
  file: FilePaths,
  { publicUrlOf, links, visible, collection, urlOf }: FieldDeps,
): ShownFields {
  const later: ShownFields['later'] = []
  const entryOf = (to: readonly string[], value: FieldValue): FieldValue => {
    const none = mayWait(to) ? referenceTo(undefined) : null
    if (value === null) return none
    const destination = links.destinationOf(entryReference(String(value), to, WHOLE_FILE, file))
    if (destination.kind === 'entry') return { ...destination.entry }
    const post = destination.kind === 'post' ? destination.to : undefined
    const from = post ? visible.ofPost(post) : NEVER
    if (from === NEVER) return none
    const { slug } = post!.post!
    const other = collectionName(links.homeOf(post!))
    if (from !== ALWAYS) later.push([visible.nameOf(from), from])
    if (other === collection) return referenceTo(slug)
    const summary = summaryOf(post!, other, urlOf(post!))
    return from === ALWAYS ? summary : outsideReference(summary)
  }
  const pieces = ({ text, cuts }: Remainder): string => {
    const named = cuts.map(({ until, ...range }) => ({ ...range, name: visible.nameOf(until) }))
    later.push(...cuts.map(({ until }): [string, Moment] => [visible.nameOf(until), until]))
    return textInPieces(text, named)
  }
  const texts = post.fieldTexts.values()
  const shown = mappedValues(fields, post.fields, ({ type, to = [], of }, value) => {
    if (type === 'reference') return entryOf(to, value)
    if (type === 'markdown') {
      const own = texts.next().value!
      const { html, markdown } = linked(own, publicUrlOf, visible).shown(own)
      return { $html: pieces(html), $markdown: pieces(markdown) }
    }
    if (type === 'list' && of?.type === 'reference')
      return listOfReferences(value as FieldValue[], mayWait(of.to!))
    const [href] = writtenFile(type, value)
    const reference = imageReference(href, undefined, [], file)
    return reference ? shownFile(type, value, publicUrlOf(reference)) : value
  })
  return { fields: shown, later }
}

function summaryOf(brief: Brief, collection: string, url: string | null): { [name: string]: FieldValue } {
  const { id, slug, title } = load(brief).post!
  return { collection, id, path: slug, title, url }
}

function shownFile(type: Field['type'], value: FieldValue, shown: PublicUrl | undefined): FieldValue {
  if (!shown) return null
  const { url, medium, widths } = shown
  if (type === 'file') return { url, size: medium?.seal.bytes ?? null, type: typeOf(new URL(url).pathname) }
  const { width = null, height = null } = medium?.size ?? {}
  const { alt } = value as { alt: string }
  return { url, alt, width, height, ...(widths && { srcset: widths.srcset }) }
}
