// The schemas of an OpenAPI document, compiled where they stand.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

export interface Schemas {
  /** @param pointer JSON pointer of a schema in the document */
  at(pointer: string): ValidateFunction
}

/**
 * @param document an OpenAPI document as a tree
 * @param options.text values are text, as headers are: digits pass where the document says integer
 */
export function schemasOf(document: object, options: { text?: boolean } = {}): Schemas {
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    coerceTypes: options.text ?? false,
    strictTypes: false,
  })
  addFormats.default(ajv)
  ajv.addVocabulary(Object.keys(document))
  ajv.addSchema(document, 'galley', undefined, false)
  const compiled = new Map<string, ValidateFunction>()
  return {
    at(pointer) {
      const known = compiled.get(pointer)
      if (known) return known
      const $ref = `galley#${pointer.split('/').map(encodeURIComponent).join('/')}`
      const validate = ajv.compile({ $ref })
      compiled.set(pointer, validate)
      return validate
    },
  }
}
