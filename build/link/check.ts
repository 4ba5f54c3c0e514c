// Checks that need all files of a workspace: references have targets, and names are unique.

import type { Instant } from '../../snapshot/types.ts'
import type { Brief } from '../compile/brief.ts'
import { suggestionBudget } from '../problems/cap.ts'
import { type Problem, problemAt, quoted, warning } from '../problems/problem.ts'
import { guessed, type Hint, suggest, write } from '../problems/suggest.ts'
import type { Kind } from '../schema/id.ts'
import { COLLECTIONS, KINDS } from '../workspace/collections.ts'
import { type Reference, uniqueReferences } from '../workspace/references.ts'
import { type DeclaredLists, inferred, slugOf } from '../workspace/taxonomies.ts'
import { duplicates } from '../workspace/unique.ts'
import { addressClashes, sharedAddresses } from './addresses.ts'
import { brokenLinks } from './broken-links.ts'
import { checkedPost } from './checked.ts'
import { largeLists } from './large-lists.ts'
import type { LinkedWorkspace } from './resolve.ts'
import { seriesProblems } from './series.ts'
import { deadAddresses } from './site-links.ts'

/**
 * Problems that involve several files.
 * @param now posts dated later are not visible yet
 * @param only the post whose links are checked, instead of those of all
 */
export function crossFileProblems(linked: LinkedWorkspace, now: Instant, only?: Brief): Problem[] {
  const hasSite = linked.settings.url !== undefined
  const posts = linked.posts.map((post) => {
    const checked = checkedPost(post, hasSite)
    return only && post !== only ? { ...checked, urls: [] } : checked
  })
  const workspace = { ...linked, posts }
  const { settings, lists } = workspace
  const { authors, category } = settings.defaults
  const taken = duplicates(posts.flatMap(({ names }) => names))
  const references = [...authors, ...category, ...posts.flatMap((post) => post.references)]
  return [
    ...(settings.collection?.single
      ? taken.map((one) => ({ ...one, hint: 'Remove one of the files.' }))
      : taken),
    ...addressClashes(workspace),
    ...(settings.collection ? [] : sharedAddresses(linked.links.family)),
    ...undeclared(references, lists),
    ...twoNames(references, lists),
    ...largeLists(workspace, references),
    ...posts.flatMap((post) => namedTwice(post.references, lists)),
    ...seriesProblems(references, lists),
    ...brokenLinks(workspace, now),
    ...deadAddresses(workspace),
  ]
}

/** Listing more slugs than this in a message does not help. */
const MAX_LISTED = 8

function undeclared(references: readonly Reference[], lists: DeclaredLists): Problem[] {
  const declared: Partial<Record<Kind, Set<string>>> = {}
  for (const kind of KINDS) if (lists[kind]) declared[kind] = new Set(lists[kind].map(({ slug }) => slug))
  const isUnknown = ({ kind, target }: Reference) =>
    declared[kind] ? !declared[kind].has(target) : inferred(target).slug === ''
  const maySuggest = suggestionBudget()
  const problems: Problem[] = []
  for (const { kind, target, file, location } of once(references.filter(isUnknown))) {
    const known = declared[kind]
    if (known) {
      const message = `There is no ${kind} ${quoted(target)}.`
      const hint = maySuggest(`${kind} ${file}`) ? suggestion(kind, target, known, lists) : ''
      problems.push(problemAt(file, location, { code: `unknown-${kind}`, message, hint }))
    } else {
      const message = `No slug can be made from the ${kind} ${quoted(target)}.`
      problems.push(
        problemAt(file, location, { code: 'bad-slug', message, hint: 'Write letters or digits.' }),
      )
    }
  }
  return problems
}

/** The slug if a name was written instead, or what could be one, else the closest slug, else where to declare it. */
function suggestion(
  kind: Reference['kind'],
  target: string,
  known: ReadonlySet<string>,
  lists: DeclaredLists,
): Hint {
  const named = lists[kind]?.find(({ name }) => name.toLowerCase() === target.toLowerCase())
  if (named)
    return write(target, [named.slug], { isSure: false, more: `, the slug of ${quoted(named.name)}` })
  const present = lists[kind]?.find(({ aliases }) => aliases.includes(target))
  if (present) return write(target, [present.slug], { isSure: false, more: ', as it is called now' })
  const { slug } = inferred(target)
  if (known.has(slug)) return guessed(target, slug)
  const listed = known.size > 0 && known.size <= MAX_LISTED ? ` Known slugs: ${[...known].join(', ')}.` : ''
  return suggest(target, known, `Declare it in ${COLLECTIONS[kind].place}.${listed}`)
}

/** Finds two names for one slug, which are probably a mistake where nothing is declared. */
function twoNames(references: readonly Reference[], lists: DeclaredLists): Problem[] {
  const names = new Map<string, string>()
  const firstOf = ({ kind, target }: Reference) => {
    const { slug, name } = inferred(target)
    const first = names.get(`${kind} ${slug}`) ?? name
    names.set(`${kind} ${slug}`, first)
    return { slug, name, first }
  }
  const others = references.filter((one) => {
    if (lists[one.kind]) return false
    const { name, first } = firstOf(one)
    return name !== first
  })
  return once(others).map((reference) => {
    const { kind, file, location } = reference
    const { slug, name, first } = firstOf(reference)
    const message = `The ${kind} ${quoted(slug)} has two names: ${quoted(first)} and ${quoted(name)}.`
    return problemAt(file, location, warning('two-names', message, 'Use one of them.'))
  })
}

/** Keeps each reference once. */
function once(references: readonly Reference[]): Reference[] {
  return uniqueReferences(references, ({ kind, target }) => `${kind} ${target}`)
}

/** One problem for each author or tag that a post names more than once, at its second occurrence. */
function namedTwice(references: readonly Reference[], lists: DeclaredLists): Problem[] {
  const all = new Map<string, Reference[]>()
  for (const reference of references) {
    const name = `${reference.kind} ${slugOf(reference, lists)}`
    all.set(name, [...(all.get(name) ?? []), reference])
  }
  return [...all.values()].flatMap(({ length, 1: again }) => {
    if (!again) return []
    const often = length === 2 ? 'twice' : `${length} times`
    const message = `The ${again.kind} ${quoted(again.target)} is named ${often}.`
    return [problemAt(again.file, again.location, warning('named-twice', message, 'Name it once.'))]
  })
}
