// The other lists: categories, tags and authors, all of which an edition holds as values.
import { HttpError } from '../http/error.ts'
import type { Edition } from './edition.ts'

export type GroupResource = 'categories' | 'tags' | 'authors'
export type Group = Edition[GroupResource][number]

/** What is peculiar to each list: the word for one of them, and its fields in the order replies have them. */
export const groups = {
  categories: { one: 'category', fields: ['id', 'name', 'slug', 'description', 'count'] },
  tags: { one: 'tag', fields: ['id', 'name', 'slug', 'description', 'count'] },
  authors: { one: 'author', fields: ['id', 'name', 'slug', 'image', 'bio', 'role', 'socials', 'count'] },
} as const

/**
 * @param name slug or id; a slug wins
 * @throws {HttpError} 404
 */
export function findGroup(edition: Edition, resource: GroupResource, name: string): Group {
  const list: readonly Group[] = edition[resource]
  const found = list.find(({ slug }) => slug === name) ?? list.find(({ id }) => id === name)
  if (found) return found
  const { one } = groups[resource]
  const label = `${one[0]!.toUpperCase()}${one.slice(1)} not found`
  throw new HttpError(
    404,
    label,
    `There is no ${one} with this slug or id; ask for one that ${resource} lists.`,
  )
}

/** @param select fields to keep, in the order to show them; `undefined` keeps all */
export function selectFields(group: Group, select: readonly string[] | undefined): Partial<Group> {
  if (select === undefined) return group
  return Object.fromEntries(select.map((field) => [field, group[field as keyof Group]]))
}
