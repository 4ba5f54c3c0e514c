// Columns of the fields by which posts can be filtered, in a file each: a request reads those that it names.
import { packColumns } from '../../packages/search/basics/columns.ts'
import { comparisonOf } from '../../packages/search/basics/order.ts'
import { type FilterableField, filterableFields, isNumeric, valuesAt } from '../format/filterable.ts'
import * as format from '../format/format.ts'
import type { FieldDefinition, ListedPost } from '../types.ts'
import { startsOf } from './records.ts'

/** Packs the columns, by the names of files. */
export function packFields(
  definitions: readonly FieldDefinition[] | undefined,
  posts: readonly ListedPost[],
): Record<string, Uint8Array> {
  const files = filterableFields(definitions).map((field, number) => {
    const values = posts.map(({ fields = {} }) => valuesAt(fields, field.name.split('.')))
    return [format.fieldFile(number), packColumns({ ...columnOf(field, values) })] as const
  })
  return Object.fromEntries(files)
}

/** @param all the values of each post */
function columnOf(
  { isList, ...field }: FilterableField,
  all: (string | number | boolean)[][],
): format.FieldFile {
  const isNumber = isNumeric(field.type)
  const texts = isNumber ? [] : [...new Set(all.flat().map(String))].filter((text) => text !== '')
  texts.sort(comparisonOf(texts))
  const positions = new Map(texts.map((text, position) => [text, position]))
  const toNumber = (value: string | number | boolean) => {
    if (!isNumber) return positions.get(String(value)) ?? []
    return field.type === 'date' ? Date.parse(String(value)) : Number(value)
  }
  const numbers = all.map((own) => [...new Set(own.flatMap(toNumber))].sort((a, b) => a - b))
  const missing = isNumber ? Number.NaN : format.noText
  const values = isList ? numbers.flat() : numbers.map(([value = missing]) => value)
  const starts = isList && { starts: Uint32Array.from(startsOf(numbers.map(({ length }) => length))) }
  if (isNumber) return { values: Float64Array.from(values), ...starts }
  const bytes = texts.map((text) => Buffer.from(text))
  const textStarts = Uint32Array.from(startsOf(bytes.map(({ length }) => length)))
  return { values: Uint32Array.from(values), ...starts, texts: Buffer.concat(bytes), textStarts }
}
