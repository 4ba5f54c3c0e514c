// Lists what the values of a post's fields refer to, like the links of its text, and the texts in them.
import type { FieldValue } from '../../snapshot/types.ts'
import { entryReference, imageReference, type UrlReference } from '../extract/url-reference.ts'
import type { FilePaths } from '../parse/file.ts'
import type { Data, Path } from '../parse/yaml/positions.ts'
import type { Location } from '../problems/location.ts'
import { type Field, mappedValues } from '../schema/fields.ts'
import { isUnset } from '../workspace/references.ts'

/** Markdown in a field. */
export interface FieldText {
  markdown: string
  /** The path of the field, with dots. */
  name: string
  /** The location of the value. */
  location: Location
}

/** @param data the front matter, with fields beside our keys or under `fields` @returns texts in the order of `mappedValues` */
export function readFields(
  fields: readonly Field[],
  values: Readonly<Record<string, FieldValue>>,
  data: Data,
  file: FilePaths,
): { urls: UrlReference[]; texts: FieldText[] } {
  const urls: UrlReference[] = []
  const texts: FieldText[] = []
  mappedValues(fields, values, ({ type, to = [] }, value, path) => {
    const place = isUnset(data, String(path[0])) ? ['fields', ...path] : path
    const [href, at] = writtenFile(type, value, place)
    const reference = imageReference(href, data, at, file)
    if (reference) urls.push(reference)
    if (type === 'reference' && value !== null)
      urls.push(entryReference(String(value), to, data.locationOf(place), file))
    if (type === 'markdown')
      texts.push({ markdown: String(value), name: path.join('.'), location: data.locationOf(place) })
    return value
  })
  return { urls, texts }
}

/** The path or the URL that a value names, and its place; `undefined` if it names none. */
export function writtenFile(
  type: Field['type'],
  value: FieldValue,
  path: Path = [],
): [string | undefined, Path] {
  if (type === 'image') return [(value as { file: string }).file, [...path, 'file']]
  return [type === 'file' ? String(value) : undefined, path]
}
