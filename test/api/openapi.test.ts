// docs/openapi.yaml itself: valid OpenAPI 3.1, complete, and without unused definitions.
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { at, document } from '../support/document.ts'
import { schemasOf } from '../support/schemas.ts'

interface Node {
  pointer: string[]
  // biome-ignore lint/suspicious/noExplicitAny: any part of the document
  value: any
}

function* nodes(value: unknown, pointer: string[] = []): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  yield { pointer, value }
  for (const [key, child] of Object.entries(value)) yield* nodes(child, [...pointer, key])
}

const operations = Object.entries<{ get?: Node['value']; post?: Node['value'] }>(document.paths).map(
  ([path, { get, post }]) => [path, get ?? post] as const,
)

describe('docs/openapi.yaml', () => {
  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document))
    expect(result).toEqual({ valid: true })
  })

  test('has schemas that JSON Schema 2020-12 accepts in strict mode', () => {
    const schemas = schemasOf(document)
    const names = Object.keys(document.components.schemas)
    expect(names.length).toBeGreaterThan(20)
    for (const name of names) expect(() => schemas.at(`/components/schemas/${name}`), name).not.toThrow()
  })

  test('refers only to what is there', () => {
    const references = [...nodes(document)].map(({ value }) => value.$ref).filter(Boolean)
    expect(references.length).toBeGreaterThan(100)
    for (const reference of references) {
      expect(at(reference.slice(2).split('/')), reference).toBeDefined()
    }
  })

  test('defines nothing that is not referred to', () => {
    const references = new Set([...nodes(document)].map(({ value }) => value.$ref).filter(Boolean))
    const defined = Object.entries(document.components).flatMap(([kind, entries]) =>
      Object.keys(entries as object).map((name) => `#/components/${kind}/${name}`),
    )
    expect(defined.filter((reference) => !references.has(reference))).toEqual([])
  })

  test('has examples that match their schemas', () => {
    const schemas = schemasOf(document)
    const illustrated = [...nodes(document)].filter(
      ({ value }) => value.schema && (value.example !== undefined || value.examples),
    )
    expect(illustrated.length).toBeGreaterThan(5)
    for (const { pointer, value } of illustrated) {
      const validate = schemas.at(
        `/${[...pointer, 'schema'].map((key) => key.replaceAll('/', '~1')).join('/')}`,
      )
      const examples = Object.values<Node['value']>(value.examples ?? { only: { value: value.example } })
      for (const example of examples) {
        expect(validate(example.value), `${pointer.join('/')} ${JSON.stringify(validate.errors)}`).toBe(true)
      }
    }
  })

  test('names each operation once and declares every parameter of its path', () => {
    const names = operations.map(([, get]) => get.operationId)
    expect(new Set(names).size).toBe(names.length)
    for (const [path, get] of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = (get.parameters ?? [])
        .map(({ $ref }: { $ref: string }) => at($ref.slice(2).split('/'))!.value)
        .filter((parameter: { in: string }) => parameter.in === 'path')
        .map((parameter: { name: string }) => parameter.name)
      expect(declared, path).toEqual(inPath)
    }
  })

  test('lets every described response be read from any origin', () => {
    for (const [name, response] of Object.entries<Node['value']>(document.components.responses)) {
      expect(Object.keys(response.headers), name).toContain('Access-Control-Allow-Origin')
      expect(Object.keys(response.headers), name).toContain('Access-Control-Expose-Headers')
    }
  })
})
