// Reads a configuration of another program: see schema.ts.
import { resolve } from 'node:path'
import { ConfigurationError } from '../../../build/environment/configuration.ts'
import { yamlOf } from '../../../build/parse/file.ts'
import { guarded } from '../../../build/parse/yaml-file.ts'
import { partsOf } from '../../../build/problems/problem.ts'
import { textOf } from '../plan.ts'
import { literalsIn } from './code.ts'
import { DIALECTS } from './dialects.ts'
import { TakenKeys } from './schema.ts'
import { collectionsOf } from './shape.ts'

/** @throws {ConfigurationError} if it cannot be read, or nobody knows what it is */
export function schemaIn(path: string) {
  const absolute = resolve(path).replaceAll('\\', '/')
  const dialect = DIALECTS.find(({ file }) => file.test(absolute))
  if (!dialect)
    throw new ConfigurationError(
      `${path} is no configuration that Galley knows. Name a config.yml of Decap or Sveltia, a .pages.yml, a keystatic.config.ts, a content.config.ts of Astro, or a frontmatter.json.`,
    )
  const text = textOf(path)
  if (text === undefined) throw new ConfigurationError(`There is no file ${path}.`)
  const reading = {
    dialect,
    written: new TakenKeys(),
    root: /\.ya?ml$/.test(path) ? yamlIn(path) : literalsIn(text, path),
  }
  return { ...reading, collections: collectionsOf(reading) }
}

function yamlIn(path: string): unknown {
  const file = { path, displayPath: path, relativePath: path }
  const { value, problems } = guarded(file, () => yamlOf(file))
  const error = problems.find(({ severity }) => severity === 'error')
  if (!error) return value?.data?.value
  throw new ConfigurationError(partsOf(error).join(' '))
}
