// What can only be said of a workspace's files together: that references lead somewhere, and that names are unique.

import { guessing } from '../problems/cap.ts'
import { type Problem, problemAt, quoted } from '../problems/problem.ts'
import { didYouMean } from '../problems/suggest.ts'
import { onceEach, type Reference } from '../workspace/references.ts'
import { inferred, type Lists, slugOf } from '../workspace/taxonomies.ts'
import { brokenLinks } from './broken-links.ts'
import type { LinkedWorkspace } from './resolve.ts'
import { repeats } from './unique.ts'

/** The problems between files. */
export function problemsBetween(workspace: LinkedWorkspace): Problem[] {
  const { settings, lists, posts } = workspace
  const { authors, category } = settings.defaults
  const all = [...authors, ...category, ...posts.flatMap((post) => post.references)]
  const references = onceEach(all, ({ kind, target }) => [kind, target])
  return [
    ...repeats(posts.flatMap(({ names }) => names)),
    ...dangling(references, lists),
    ...twoNames(references, lists),
    ...posts.flatMap((post) => namedTwice(post.references, lists)),
    ...brokenLinks(workspace),
  ]
}

const DECLARED_IN = { author: 'authors/', category: 'categories.yml', tag: 'tags.yml' }

/** More slugs than these are no help in a message. */
const FEW = 8

function dangling(references: readonly Reference[], lists: Lists): Problem[] {
  const slugs = (list: { slug: string }[] | undefined) => list && new Set(list.map(({ slug }) => slug))
  const declared = { author: slugs(lists.author), category: slugs(lists.category), tag: slugs(lists.tag) }
  const mayGuess = guessing()
  const problems: Problem[] = []
  for (const { kind, target, file, place } of references) {
    const known = declared[kind]
    if (known && !known.has(target)) {
      const message = `There is no ${kind} ${quoted(target)}.`
      const hint = mayGuess(`${kind} ${file}`) ? meant(kind, target, known) : ''
      problems.push(problemAt(file, place, { code: `unknown-${kind}`, message, hint }))
    } else if (!known && inferred(target).slug === '') {
      const message = `No slug can be made of the ${kind} ${quoted(target)}.`
      problems.push(problemAt(file, place, { code: 'bad-slug', message, hint: 'Write letters or digits.' }))
    }
  }
  return problems
}

/** The slug of what may have been written by its name, else the nearest one, else where to declare it. */
function meant(kind: Reference['kind'], target: string, known: ReadonlySet<string>): string {
  const { slug } = inferred(target)
  if (known.has(slug)) return `Did you mean "${slug}"?`
  const few = known.size > 0 && known.size <= FEW ? ` Known are ${[...known].join(', ')}.` : ''
  return didYouMean(target, known, `Declare it in ${DECLARED_IN[kind]}.${few}`)
}

/** Where nothing is declared, two names for one slug are likely a slip. */
function twoNames(references: readonly Reference[], lists: Lists): Problem[] {
  const names = new Map<string, string>()
  const problems: Problem[] = []
  for (const { kind, target, file, place } of references.filter((one) => !lists[one.kind])) {
    const { slug, name } = inferred(target)
    const first = names.get(`${kind} ${slug}`) ?? name
    names.set(`${kind} ${slug}`, first)
    if (name === first) continue
    const message = `The ${kind} ${quoted(slug)} has two names: ${quoted(first)} and ${quoted(name)}.`
    problems.push(
      problemAt(file, place, { code: 'two-names', severity: 'warning', message, hint: 'Write one of them.' }),
    )
  }
  return problems
}

/** One problem for each that a post names again, at the second place. */
function namedTwice(references: readonly Reference[], lists: Lists): Problem[] {
  const all = new Map<string, Reference[]>()
  for (const reference of references) {
    const name = `${reference.kind} ${slugOf(reference, lists)}`
    const same = all.get(name)
    if (same) same.push(reference)
    else all.set(name, [reference])
  }
  return [...all.values()].flatMap(({ length, 1: again }) => {
    if (!again) return []
    const often = length === 2 ? 'twice' : `${length} times`
    const message = `The ${again.kind} ${quoted(again.target)} is named ${often}.`
    const mistake = { code: 'named-twice', severity: 'warning', message, hint: 'Name it once.' } as const
    return [problemAt(again.file, again.place, mistake)]
  })
}
