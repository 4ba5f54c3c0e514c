// Files that documents show as examples build without problems; and docs/content.md covers every key.
import { describe, expect, test } from 'vitest'
import { TYPES_WITH } from '../../build/schema/fields.ts'
import { authorSchema, labelSchema, postSchema } from '../../build/schema/schemas.ts'
import { settingsSchema } from '../../build/workspace/settings.ts'
import { type Files, postFile, workspace } from '../support/workspace.ts'
import { blocksOf } from './blocks.ts'
import { documents, guidePosts, read } from './guide.ts'

/** The files a document shows, by path; one shown twice as it is at the end. */
function filesOf(path: string): Files {
  const contentBlocks = blocksOf(read(path)).filter(({ file }) => file?.startsWith('content/'))
  return Object.fromEntries(contentBlocks.map(({ file, text }) => [file!.slice('content/'.length), text]))
}

const pages = [...documents(), ...guidePosts()].filter((path) => Object.keys(filesOf(path)).length > 0)

describe('content in documents', () => {
  test.each(pages)('of %s builds without a warning', async (path) => {
    const files = filesOf(path)
    const isPost = (name: string) => name.includes('/posts/')
    const place = await workspace(
      Object.keys(files).some(isPost)
        ? files
        : { ...files, 'blog/posts/a.md': postFile({ category: 'typography' }) },
    )
    const { problems } = await place.build()
    place.remove()
    expect(problems).toEqual([])
  })

  test.each([
    ['a post', postSchema({ fields: [], slugs: 'strict' })],
    ['an author', authorSchema],
    ['a category or tag', labelSchema],
    ['workspace.yml', settingsSchema],
    ['a field', { shape: { type: '', required: '', ...TYPES_WITH } }],
  ])('explains every key of %s', (_, schema) => {
    const reference = read('docs/content.md')
    const keys = Object.keys((schema as unknown as { shape: object }).shape)
    expect(keys.length).toBeGreaterThan(2)
    for (const key of keys)
      expect(reference).toMatch(new RegExp(`\`${key}\`|^ *${key}:|[{,] ${key}:|\`${key}: `, 'm'))
  })
})
