// docs/api.md covers everything in docs/openapi.yaml, and its examples match.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { at, document, selectingDocument, templateOf } from '../support/document.ts'
import { schemasOf } from '../support/schemas.ts'

const reference = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')

const code = (language: string) =>
  [...reference.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, name]) => name === language)
    .map(([, , text]) => text!)

/** The first cell of each row of a table. */
const rows = [...reference.matchAll(/^\| (.*?) \|/gm)].map(([, names]) => names!)

const responses = Object.keys(document.components.responses)

describe('docs/api.md', () => {
  test('lists every route', () => {
    const older = (path: string) => path.startsWith('/{workspace_key}')
    for (const [path, item] of Object.entries<object>(document.paths)) {
      const method = 'get' in item ? 'GET' : 'POST'
      if (!older(path))
        expect(
          rows.some((names) => names.includes(`\`${method} ${path}\``)),
          path,
        ).toBe(true)
    }
  })

  test('explains every parameter of a query in a row of a table', () => {
    for (const { name, in: place } of Object.values<{ name: string; in: string }>(
      document.components.parameters,
    )) {
      if (place === 'query')
        expect(
          rows.some((names) => names.includes(`\`${name}\``)),
          name,
        ).toBe(true)
    }
  })

  test('names every header, of requests and of replies', () => {
    const parameters = Object.values<{ name: string; in: string }>(document.components.parameters)
    for (const { name, in: place } of parameters)
      if (place === 'header') expect(reference).toContain(`\`${name}\``)
    for (const name of responses) {
      for (const header of Object.keys(at(['components', 'responses', name, 'headers'])!.value))
        expect(reference).toContain(`\`${header}\``)
    }
  })

  test('names every error, every status and every field', () => {
    for (const name of responses) {
      const errors = JSON.stringify(at(['components', 'responses', name])!.value.content ?? {})
      for (const [, label] of errors.matchAll(/"error":\{"type":"string","const":"([^"]+)"/g))
        expect(reference).toContain(`\`${label}\``)
    }
    for (const status of new Set(
      [...JSON.stringify(document.paths).matchAll(/"([45]\d\d)":/g)].map(([, code]) => code),
    )) {
      expect(reference).toContain(`\n| ${status} | `)
    }
    for (const name of ['Post', 'CountedAuthor', 'Tag', 'Pagination', 'Status']) {
      for (const field of Object.keys(document.components.schemas[name].properties)) {
        expect(reference, `${name}.${field}`).toContain(`\`${field}\``)
      }
    }
  })

  test('requests things that exist in its examples', () => {
    const asked = [...reference.matchAll(/https:\/\/api\.example\.org(\/[^'"`;)?\s]*)/g)].map(
      ([, path]) => path!,
    )
    expect(asked.length).toBeGreaterThan(5)
    const ofTheApi = asked.filter((path) => path !== '/demo' && !path.startsWith('/media/'))
    for (const path of ofTheApi) expect(templateOf(path), path).toBeDefined()
  })

  test('links only to headings it has', () => {
    const headings = [...reference.matchAll(/^#+ (.+)$/gm)].map(([, text]) =>
      text!
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
    for (const [, anchor] of reference.matchAll(/\]\(#([^)]+)\)/g)) expect(headings).toContain(anchor)
  })

  test('has JSON that the document describes', () => {
    const schemas = schemasOf(selectingDocument)
    const bodies = [...Object.keys(document.components.responses)]
      .flatMap((name) =>
        Object.keys(at(['components', 'responses', name])!.value.content ?? {}).map((type) => [name, type]),
      )
      .map(([name, type]) =>
        schemas.at(`${at(['components', 'responses', name!, 'content', type!])!.pointer}/schema`),
      )
    const service = ['Welcome', 'Status'].map((name) => schemas.at(`/components/schemas/${name}`))
    const examples = code('json').map((text) => JSON.parse(text))
    expect(examples.length).toBeGreaterThan(7)
    for (const example of examples) {
      expect(
        [...bodies, ...service].some((validate) => validate(example)),
        JSON.stringify(example),
      ).toBe(true)
    }
  })
})
