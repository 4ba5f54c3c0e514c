// The keys of a configuration of another program, of which some are taken, and all others are listed.
import { isObject } from '../../../snapshot/objects.ts'

/** A shape without a type has no equal here. */
export interface FoundShape {
  type?: string | undefined
  required?: boolean
  options?: string[] | undefined
  of?: FoundShape
  fields?: FoundField[] | undefined
  to?: string[] | undefined
}

export interface FoundField extends FoundShape {
  name: string
  /** The program's own type. */
  kind: unknown
  written: unknown
}

/** A key that could not be said, the names of what it is in, and a reason if there is one. */
export interface Unsaid {
  key: string
  place: string
  why?: string
}

export type WrittenPart = Record<string, unknown>

/** A call: `call` is its name, and its other keys are its arguments and the calls that follow it. */
export class WrittenCall {
  [key: string]: unknown
}
// Then `__proto__` is a key like others.
Object.setPrototypeOf(WrittenCall.prototype, null)

/** Code that is neither a literal nor a call, such as a name that another file declares. */
export class Unknown {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export class TakenKeys {
  readonly #taken = new Map<unknown, Set<string>>()
  readonly #settled = new Set<unknown>()

  /** Takes a key and returns its value, if it is known. Of a path with slashes, each key is below the one before it. */
  take = (holder: unknown, path: string): unknown => {
    const [key = '', ...rest] = path.split('/')
    const value = isPart(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined
    const found = rest.length > 0 ? this.take(value, rest.join('/')) : value
    if (found === undefined || found === null || found instanceof Unknown) return undefined
    this.#taken.set(holder, (this.#taken.get(holder) ?? new Set()).add(key))
    return found
  }

  /** Takes the parts of a list, with the names that they have, or of a mapping. */
  named(holder: unknown, path: string): [name: string, part: WrittenPart][] {
    const parts = this.take(holder, path)
    if (Array.isArray(parts))
      return parts
        .filter(isPart)
        .map((one) => [String(this.take(one, 'name') ?? this.take(one, 'id') ?? ''), one])
    const entries = Object.entries(isPart(parts) ? parts : {}).filter((one): one is [string, WrittenPart] =>
      isPart(one[1]),
    )
    for (const [name] of entries) this.take(parts, name)
    return entries
  }

  /** Takes a text or a list of texts, or of what its items have at `key`. */
  texts(holder: unknown, path: string, key = 'name'): string[] {
    const items = [this.take(holder, path)].flat().map((one) => (isPart(one) ? this.take(one, key) : one))
    return items.flatMap((one) => (isObject(one) || one === undefined ? [] : String(one)))
  }

  /** Counts all of a value as listed in another way. */
  settle(value: unknown): void {
    this.#settled.add(value)
  }

  *left(value: unknown, place: readonly string[] = []): Generator<Unsaid> {
    if (value instanceof Unknown) yield { key: value.name || 'what is computed', place: place.join('.') }
    const isList = Array.isArray(value)
    if ((!isList && !isPart(value)) || this.#settled.has(value)) return
    for (const [key, inner] of Object.entries(value)) {
      if (!isList && !this.#taken.get(value)?.has(key)) {
        if (key !== 'call') yield { key, place: place.join('.') }
        continue
      }
      // Mappings of calls have their names as keys, and lists of parts in them.
      const isNamed = key === 'field' || (inner instanceof WrittenCall && !(value instanceof WrittenCall))
      const name = isList ? (isPart(inner) ? [String(inner.name ?? `[${key}]`)] : []) : isNamed ? [key] : []
      yield* this.left(inner, [...place, ...name])
    }
  }
}

export function isPart(value: unknown): value is WrittenPart {
  return isObject(value) && !(value instanceof Unknown)
}
