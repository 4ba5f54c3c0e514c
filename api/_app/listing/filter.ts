// Which posts a request asks for: a set of post numbers, found from the list index's columns without a post.
import type { Lists, OpenWorkspace } from '../../../snapshot/snapshots.ts'
import type { PostNumber } from '../../../snapshot/types.ts'
import type { Edition } from './edition.ts'

export interface Filter {
  /** Any of these; `undefined` asks for nothing. */
  categories?: readonly string[] | undefined
  excludeCategories?: readonly string[] | undefined
  tags?: readonly string[] | undefined
  tagsMatch?: 'any' | 'all' | undefined
  excludeTags?: readonly string[] | undefined
  featured?: boolean | undefined
  /** Slug or id. */
  author?: string | undefined
  query?: string | undefined
}

/** Ascending post numbers (newest first). */
export interface Matches {
  readonly count: number
  at(place: number): PostNumber
}

type Test = (post: PostNumber) => boolean

/** The visible posts that pass every part of the filter. */
export function matchPosts(edition: Edition, filter: Filter, found: Uint32Array | undefined): Matches {
  const { workspace, first } = edition
  const tests = testsOf(edition, filter)
  if (tests.length === 0) {
    return found ? listOf(found) : { count: workspace.posts - first, at: (place) => first + place }
  }
  return listOf(keep(found ?? range(first, workspace.posts), tests))
}

export function listOf(numbers: Uint32Array): Matches {
  return { count: numbers.length, at: (place) => numbers[place]! }
}

function keep(candidates: Uint32Array, tests: readonly Test[]): Uint32Array {
  const kept = new Uint32Array(candidates.length)
  let count = 0
  for (const post of candidates) {
    if (tests.every((test) => test(post))) kept[count++] = post
  }
  return kept.slice(0, count)
}

function range(from: number, to: number): Uint32Array {
  const numbers = new Uint32Array(to - from)
  for (let i = 0; i < numbers.length; i++) numbers[i] = from + i
  return numbers
}

function testsOf(edition: Edition, filter: Filter): Test[] {
  const { categories, tags, authors, list } = edition.workspace
  const tests: Test[] = []
  if (filter.categories) tests.push(isIn(list.category, flags(categories, filter.categories)))
  if (filter.excludeCategories)
    tests.push(not(isIn(list.category, flags(categories, filter.excludeCategories))))
  if (filter.tags) {
    const hasEnough = filter.tagsMatch === 'all' ? hasAll(filter.tags.length) : hasAny
    tests.push(hasEnough(list.tags, flags(tags, filter.tags)))
  }
  if (filter.excludeTags) tests.push(not(hasAny(list.tags, flags(tags, filter.excludeTags))))
  if (filter.featured !== undefined) tests.push(featuredTest(edition.workspace, filter.featured))
  if (filter.author !== undefined) {
    const name = filter.author
    tests.push(
      hasAny(
        list.authors,
        Uint8Array.from(authors, ({ slug, id }) => Number(slug === name || id === name)),
      ),
    )
  }
  return tests
}

function featuredTest(workspace: OpenWorkspace, wanted: boolean): Test {
  const marks = new Uint8Array(workspace.posts)
  for (const post of workspace.list.featured) marks[post] = 1
  return (post) => (marks[post] === 1) === wanted
}

/** 1 at the index of each group that is named. */
function flags(groups: readonly { slug: string }[], slugs: readonly string[]): Uint8Array {
  const named = new Set(slugs)
  return Uint8Array.from(groups, ({ slug }) => Number(named.has(slug)))
}

function isIn(column: Uint32Array, wanted: Uint8Array): Test {
  return (post) => wanted[column[post]!] === 1
}

function hasAny({ starts, values }: Lists, wanted: Uint8Array): Test {
  return (post) => {
    for (let i = starts[post]!; i < starts[post + 1]!; i++) if (wanted[values[i]!] === 1) return true
    return false
  }
}

/** A post names none twice: it has all that are wanted where it has as many. */
function hasAll(count: number): (lists: Lists, wanted: Uint8Array) => Test {
  return ({ starts, values }, wanted) =>
    (post) => {
      let found = 0
      for (let i = starts[post]!; i < starts[post + 1]!; i++) found += wanted[values[i]!]!
      return found === count
    }
}

function not(test: Test): Test {
  return (post) => !test(post)
}
