// The query string of a request, read as a form by the rows of parameters.ts: typed values, or a 400 that lists
// everything wrong with it.
import { type Complaint, HttpError } from '../http/error.ts'
import { BadValue, type Parameter } from './parameters.ts'

type Shape = Record<string, Parameter<unknown>>
type Values<S extends Shape> = { [K in keyof S]?: S[K] extends Parameter<infer T> ? T : never }

/**
 * The parameters a route takes; others are ignored. A value that is empty after trimming and splitting counts as
 * not given.
 * @throws {HttpError} 400 with every complaint
 */
export function readQuery<S extends Shape>(text: string, shape: S): Values<S> {
  const given = new URLSearchParams(text)
  const complaints: Complaint[] = []
  const values: Record<string, unknown> = {}
  for (const [key, parameter] of Object.entries(shape)) {
    const found = parameter.names.flatMap((name) => valuesOf(given, name, parameter))
    const [first] = found
    if (first === undefined || parameter.applies?.(values) === false) continue
    try {
      if (!parameter.list && found.length > 1)
        throw new BadValue(`stands ${found.length} times; write it once`)
      values[key] = parameter.read(
        found.map(({ value }) => value),
        values,
      )
    } catch (error) {
      if (!(error instanceof BadValue)) throw error
      values[key] = null
      complaints.push({ field: first.name, message: `${first.name} ${error.message}.` })
    }
  }
  if (complaints.length > 0) throw invalid(complaints)
  return values as Values<S>
}

function valuesOf(given: URLSearchParams, name: string, parameter: Parameter<unknown>) {
  const parts = given.getAll(name).flatMap((value) => (parameter.list ? value.split(',') : [value]))
  return parts
    .filter((part) => part.trim() !== '')
    .map((part) => ({ name, value: parameter.untrimmed ? part : part.trim() }))
}

function invalid(complaints: Complaint[]): HttpError {
  const fields = complaints.map(({ field }) => field).join(', ')
  const message = `The query string has parameters that cannot be used: ${fields}; see details for each.`
  return new HttpError(400, 'Invalid query parameters', message, complaints)
}
