// Entries of a collection as a tree.
import { expect, test } from 'vitest'
import { type Branch, tree } from '../../client/index.ts'

/** The paths of a tree; a folder without a page of its own is in brackets. */
function shape(branches: readonly Branch<{ path: string }>[]): unknown[] {
  return branches.map(({ path, entry, children }) => {
    const name = entry ? path : `(${path})`
    return children.length > 0 ? [name, ...shape(children)] : name
  })
}

test('a list is nested by its paths, in its order', () => {
  const paths = ['about', 'guide', 'guide/b', 'guide/a', 'api/v1/posts', 'guide/b/c', 'api']
  expect(shape(tree(paths.map((path) => ({ path }))))).toEqual([
    'about',
    ['guide', ['guide/b', 'guide/b/c'], 'guide/a'],
    ['api', ['(api/v1)', 'api/v1/posts']],
  ])
  expect(tree([])).toEqual([])
})
