// What a post's fields are in replies: images and files have their public URLs.
import { typeOf } from '../../snapshot/format/content-type.ts'
import type { FieldValue } from '../../snapshot/types.ts'
import { writtenFile } from '../compile/fields.ts'
import { imageReference } from '../extract/url-reference.ts'
import type { FilePaths } from '../parse/file.ts'
import { type Field, mappedValues } from '../schema/fields.ts'
import type { PublicUrlOf } from './public-urls.ts'

/** @param file that has the values */
export function shownFields(
  fields: readonly Field[],
  values: Readonly<Record<string, FieldValue>>,
  file: FilePaths,
  publicUrlOf: PublicUrlOf,
): Record<string, FieldValue> {
  return mappedValues(fields, values, ({ type }, value) => {
    const [href] = writtenFile(type, value)
    const reference = imageReference(href, undefined, [], file)
    if (!reference) return value
    const shown = publicUrlOf(reference)
    if (!shown) return null
    const { url, medium, widths } = shown
    if (type === 'file') return { url, size: medium?.seal.bytes ?? null, type: typeOf(new URL(url).pathname) }
    const { width = null, height = null } = medium?.size ?? {}
    const { alt } = value as { alt: string }
    return { url, alt, width, height, ...(widths && { srcset: widths.srcset }) }
  })
}
