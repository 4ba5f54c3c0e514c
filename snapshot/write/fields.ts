// Columns of the fields by which posts can be filtered, in a file each: a request reads those that it names.

import { packColumns } from '../../packages/search/basics/columns.ts'
import { lazy } from '../../packages/search/basics/lazy.ts'
import { comparisonOf } from '../../packages/search/basics/order.ts'
import {
  type FilterableField,
  filterableFields,
  isNumeric,
  ownEntry,
  referable,
  valuesAt,
} from '../format/filterable.ts'
import * as format from '../format/format.ts'
import type { ListedWorkspace } from '../visibility/editions.ts'
import { startsOf } from './records.ts'

/** Packs the columns, by the names of files. */
export function packFields(workspace: ListedWorkspace): Record<string, Uint8Array> {
  const { fields, posts } = workspace
  const entries = lazy(() => {
    const names = referable.flatMap((list) =>
      (workspace[list] ?? []).map(({ slug }) => (list === 'posts' ? ownEntry(slug) : `${list}/${slug}`)),
    )
    return placesOf(names)
  })
  const files = filterableFields(fields).map((field, number) => {
    const values = posts.map(({ fields = {} }) => valuesAt(fields, field.name.split('.')))
    return [format.fieldFile(number), packColumns({ ...columnOf(field, values, entries) })] as const
  })
  return Object.fromEntries(files)
}

function placesOf(texts: readonly string[]): ReadonlyMap<string, number> {
  return new Map(texts.map((text, place) => [text, place]))
}

/** @param all the values of each post @param entries gives the places of what references may lead to */
function columnOf(
  { isList, ...field }: FilterableField,
  all: (string | number | boolean)[][],
  entries: () => ReadonlyMap<string, number>,
): format.FieldFile {
  const isNumber = isNumeric(field.type)
  const known = field.type === 'reference' ? entries() : new Map<string, number>()
  const written = isNumber ? [] : [...new Set(all.flat().map(String))]
  // Entries of other collections are behind those that have numbers here.
  const texts = written.filter((text) => text !== '' && !known.has(text))
  texts.sort(comparisonOf(texts))
  const positions = new Map([...known, ...texts.map((text, i) => [text, known.size + i] as const)])
  const toNumber = (value: string | number | boolean) => {
    if (!isNumber) return positions.get(String(value)) ?? []
    return field.type === 'date' ? Date.parse(String(value)) : Number(value)
  }
  const numbers = all.map((own) => [...new Set(own.flatMap(toNumber))].sort((a, b) => a - b))
  const missing = isNumber ? Number.NaN : format.noText
  const values = isList ? numbers.flat() : numbers.map(([value = missing]) => value)
  const starts = isList && { starts: Uint32Array.from(startsOf(numbers.map(({ length }) => length))) }
  const column = { values: isNumber ? Float64Array.from(values) : Uint32Array.from(values), ...starts }
  if (isNumber || (field.type === 'reference' && texts.length === 0)) return column
  const bytes = texts.map((text) => Buffer.from(text))
  const textStarts = Uint32Array.from(startsOf(bytes.map(({ length }) => length)))
  return { ...column, texts: Buffer.concat(bytes), textStarts }
}
