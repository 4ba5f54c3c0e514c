// Finds values in front matter without regard to case, hyphens and underscores in keys.
import type { SourceData, SourceValue } from '../source.ts'
import { isData } from './languages.ts'

interface KeyedValue {
  key: string
  value: SourceValue
  /** The value, if keys of it were asked for. */
  keyed?: KeyedData | undefined
}

/** Front matter while it is mapped: what is taken is not an own key any more. */
export class KeyedData {
  readonly #entries: Map<string, KeyedValue>

  constructor(data: SourceData) {
    this.#entries = new Map(Object.entries(data).map(([key, value]) => [folded(key), { key, value }]))
  }

  /** The value at a key or a path of keys such as `cover.image`. */
  at(path: string): SourceValue {
    const [first = '', ...rest] = path.split('.')
    const entry = this.#entries.get(folded(first))
    if (rest.length === 0 || entry?.value === undefined) return entry?.value
    if (!isData(entry.value)) return undefined
    entry.keyed ??= new KeyedData(entry.value)
    return entry.keyed.at(rest.join('.'))
  }

  /** Removes a key and gives its value; of a path, the last part. */
  take(path: string): SourceValue {
    const value = this.at(path)
    const [first = '', ...rest] = path.split('.')
    const entry = this.#entries.get(folded(first))
    let left: SourceData = {}
    if (entry && rest.length > 0) {
      if (value === undefined) return undefined
      const inner = new KeyedData(entry.value as SourceData)
      inner.take(rest.join('.'))
      left = inner.rest()
    }
    if (Object.keys(left).length === 0) {
      if (entry || rest.length === 0) this.#entries.delete(folded(first))
    } else Object.assign(entry!, { value: left, keyed: undefined })
    return value
  }

  /** The first of these keys that has a text, taken; the others stay. */
  takeText(...paths: readonly string[]): string | undefined {
    for (const path of paths) {
      const value = this.at(path)
      if (typeof value === 'string' && value.trim() !== '') {
        this.take(path)
        return value
      }
    }
    return undefined
  }

  /** Returns what was not taken, with keys as written. */
  rest(): SourceData {
    return Object.fromEntries([...this.#entries.values()].map(({ key, value }) => [key, value]))
  }
}

const configurations = new WeakMap<SourceData, KeyedData>()

/** Returns the configuration by its keys, for what each post asks, and nothing takes from. */
export function keyedConfig(config: SourceData): KeyedData {
  const keyed = configurations.get(config) ?? new KeyedData(config)
  configurations.set(config, keyed)
  return keyed
}

export function folded(key: string): string {
  return key.toLowerCase().replace(/[-_ ]/g, '')
}

export const ON = /^(?:true|yes|on|t|y|1)$/i
export const OFF = /^(?:false|no|off|f|n|0)$/i

/** `undefined` for what is no flag. */
export function flagOf(value: SourceValue): boolean | undefined {
  if (typeof value !== 'string') return undefined
  if (ON.test(value.trim())) return true
  return OFF.test(value.trim()) ? false : undefined
}

/** The texts of a value: itself, or those of a list. */
export function textsOf(value: SourceValue): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return []
}
