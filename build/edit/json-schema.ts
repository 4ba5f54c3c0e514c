// JSON Schemas of the YAML files of a workspace and of front matter, for editors. They are made from the schemas by which these files are read.
import type * as zod from 'zod'
import { isObject } from '../../snapshot/objects.ts'
import { authorSchema, entrySchema, labelSchema, postSchema, seriesSchema } from '../schema/schemas.ts'
import { inputs, ONE, others, shorts, z } from '../schema/values.ts'
import { type Settings, settingsSchema } from '../workspace/settings.ts'

type JsonSchema = zod.core.JSONSchema.BaseSchema

/**
 * Returns schemas by the name of the file to write.
 * @param workspaces those that define fields get a schema of front matter of their own, and so does each collection
 */
export function jsonSchemas(workspaces: readonly Settings[]): Record<string, JsonSchema> {
  const frontMatter = (name: string, settings: Pick<Settings, 'fields' | 'slugs' | 'collection'>) => {
    const required = settings.fields?.filter((field) => field.required) ?? []
    const known = settings.collection ? entrySchema(settings) : postSchema(settings)
    const schema = { ...jsonSchemaOf(known), additionalProperties: false }
    const allOf = required.length > 0 && { allOf: required.map(somewhere) }
    return [name, { ...whole('front matter of Galley', schema), ...allOf }] as const
  }
  const own = workspaces.filter(({ fields = [], collection }) => fields.length > 0 || collection)
  return {
    ...Object.fromEntries([
      frontMatter('post.schema.json', { fields: undefined, slugs: 'relaxed' }),
      ...own.map((settings) => frontMatter(schemaName(settings), settings)),
    ]),
    'workspace.schema.json': whole('workspace.yml of Galley', jsonSchemaOf(settingsSchema)),
    'author.schema.json': whole('an author of Galley', jsonSchemaOf(authorSchema)),
    'categories.schema.json': whole('categories.yml of Galley', listOf(labelSchema)),
    'tags.schema.json': whole('tags.yml of Galley', listOf(labelSchema)),
    'series.schema.json': whole('series.yml of Galley', listOf(seriesSchema)),
  }
}

/** Returns the name of the file for a workspace's posts, or the entries of one of its collections. */
export function schemaName({ folder, collection }: Settings): string {
  return `${collection ? 'entry' : 'post'}.${folder.replace('/', '.')}.schema.json`
}

/** A field stands beside our keys, or under `fields`. */
function somewhere({ name }: { name: string }): JsonSchema {
  const required = [name]
  return { anyOf: [{ required }, { required: ['fields'], properties: { fields: { required } } }] }
}

function whole(title: string, schema: JsonSchema): JsonSchema {
  return { $schema: DRAFT, title, ...withEmptyKeys(withoutDraft(schema)) }
}

/** The draft that most editors know. */
const DRAFT = 'http://json-schema.org/draft-07/schema#'

function listOf(entry: zod.ZodType): JsonSchema {
  return { type: 'object', additionalProperties: withoutDraft(jsonSchemaOf(entry)) }
}

function jsonSchemaOf(schema: zod.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    metadata: inputs,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const other = others.get(zodSchema)
      if (other) jsonSchema.anyOf = [{ type: 'boolean' }, withoutDraft(jsonSchemaOf(other))]
      const short = shorts.get(zodSchema)
      if (short) {
        const long = { ...jsonSchema }
        for (const key of Object.keys(long)) delete jsonSchema[key]
        jsonSchema.anyOf = [long, short]
      }
      // A list of texts is the only type that may be written otherwise, as one of them.
      if (zodSchema._zod.def.type !== 'pipe' || jsonSchema.type !== 'array') return
      const { type, items = {}, minItems = 0 } = jsonSchema
      for (const key of ['type', 'items', 'minItems'] as const) delete jsonSchema[key]
      jsonSchema.anyOf = [{ type, items, minItems }, ONE]
    },
  })
}

function withoutDraft({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema
}

/** A key may be left empty, or have an empty text, where it may be left out. */
function withEmptyKeys(schema: JsonSchema): JsonSchema {
  const { properties, required = [], items, additionalProperties, anyOf } = schema
  const within = (inner: unknown) => (isObject(inner) ? withEmptyKeys(inner) : inner)
  const keys = Object.entries(properties ?? {}).map(([key, inner]) => [
    key,
    required.includes(key) ? within(inner) : orEmpty(within(inner) as JsonSchema),
  ])
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(keys) }),
    ...(isObject(items) && { items: withEmptyKeys(items) }),
    ...(isObject(additionalProperties) && { additionalProperties: withEmptyKeys(additionalProperties) }),
    ...(anyOf && { anyOf: anyOf.map((one) => within(one) as JsonSchema) }),
  }
}

function orEmpty(schema: JsonSchema): JsonSchema {
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, EMPTY] }
  const { type, ...rest } = schema
  if (schema.enum) return { ...rest, enum: [...schema.enum, ...EMPTY.enum] }
  return type === undefined ? schema : { anyOf: [schema, EMPTY] }
}

const EMPTY = { enum: ['', null] }
