// Reads the columns of fields by which posts can be filtered: each when a request first names it.
import { compareCodePoints } from '../../packages/search/basics/order.ts'
import type { Pause } from '../../packages/search/basics/pause.ts'
import { SharedWork } from '../../packages/search/basics/shared-work.ts'
import type { Folder } from '../folder/folder.ts'
import { type FieldFile, fieldFile, noText } from '../format/format.ts'

/** The values of a field by post number. */
export interface FieldColumn extends Pick<FieldFile, 'values'> {
  /** The place where the values of each post start, if it has a list. */
  starts?: Uint32Array | undefined
  /** Stands for a post without a value. */
  missing: number
  /** The most values that a post has. */
  most: number
  /** The texts that the values are positions of, by code point; left out if they are numbers or times, or references to none of another collection. */
  texts?: FieldTexts | undefined
}

export interface FieldTexts {
  count: number
  at(position: number): string
  /** Returns the position of a text; `undefined` if it is not there. */
  find(text: string): number | undefined
}

export type ReadField = (number: number, pause: Pause) => Promise<FieldColumn>

/** @returns a function that reads the column with this number once. Takes turns */
export function openFields(folder: Folder): ReadField {
  const columns: SharedWork<FieldColumn>[] = []
  return (number, pause) => {
    columns[number] ??= new SharedWork(async (pause) => {
      const name = fieldFile(number)
      await folder.load(name, pause)
      const { values, starts, texts, textStarts } = folder.readColumns<FieldFile>(name)
      const most = starts?.reduce((most, start, i) => Math.max(most, start - (starts[i - 1] ?? 0)), 0) ?? 1
      const missing = values instanceof Uint32Array ? noText : Number.NaN
      return { values, starts, missing, most, texts: texts && textsIn(texts, textStarts!) }
    })
    return columns[number]!.get(pause)
  }
}

/** Texts are decoded when they are asked for. */
function textsIn({ buffer, byteOffset, byteLength }: Uint8Array, starts: Uint32Array): FieldTexts {
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  const count = starts.length - 1
  const at = (position: number) => bytes.toString('utf8', starts[position], starts[position + 1])
  return {
    ...{ count, at },
    find(text) {
      let [low, high] = [0, count]
      while (low < high) {
        const middle = (low + high) >>> 1
        if (compareCodePoints(at(middle), text) < 0) low = middle + 1
        else high = middle
      }
      return low < count && at(low) === text ? low : undefined
    },
  }
}
