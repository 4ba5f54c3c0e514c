// A new workspace.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { yamlOf } from '../../build/edit/create.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { displayPathOf } from '../../build/problems/display-path.ts'
import { slugify } from '../../build/schema/slug.ts'
import { isKey, KEY_HINT } from '../../build/workspace/keys.ts'
import { ownContentFolder } from '../cli/project.ts'
import { type Created, type Wish, writeNew } from './wish.ts'

export function newWorkspace({ values }: Wish, title: string): Created {
  const found = ownContentFolder(values)
  const content = found ?? 'content'
  const folder = String(values.slug ?? slugify(title))
  if (!isKey(folder)) {
    throw new ConfigurationError(
      `"${folder}" cannot be the folder of a workspace, since it is its key. ${KEY_HINT} Add --slug.`,
    )
  }
  if (existsSync(join(content, folder))) {
    throw new ConfigurationError(
      `There is a folder ${displayPathOf(content)}/${folder} already. Write another name with --slug.`,
    )
  }
  writeNew(join(content, folder), 'workspace.yml', yamlOf({ name: title }))
  const made = found === undefined ? 'There was no folder content/ here or above, so it was made here. ' : ''
  return {
    path: `${displayPathOf(content)}/${folder}/workspace.yml`,
    note: `${made}Write its first post: galley new post "Hello" --workspace ${folder} --authors me --category news`,
  }
}
