// The names of declared collections, which are those of folders, or of files without their ending.
import { isObject } from '../../snapshot/objects.ts'
import { type Mistake, quoted } from '../problems/problem.ts'

const NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/
const TAKEN = ['posts', 'authors', 'categories', 'tags', 'series', 'workspace']

/** The names of the collections that settings declare, but for names that none can have. */
export function declaredNames(settings: unknown): string[] {
  const written = isObject(settings) ? settings.collections : undefined
  return isObject(written) ? Object.keys(written).filter((name) => !collectionNameMistake(name)) : []
}

export function collectionNameMistake(name: string): Mistake | undefined {
  if (TAKEN.includes(name)) {
    const message = `${quoted(name)} is a name of ours, which no other collection can have.`
    const hint = name === 'posts' ? 'Define what posts have under fields and url.' : 'Choose another name.'
    return { code: 'taken-name', message, hint }
  }
  if (NAME.test(name)) return undefined
  const message = `${quoted(name)} is not a name for a collection.`
  return {
    code: 'bad-name',
    message,
    hint: 'Use lower-case letters, digits, - and _, with a letter or digit first.',
  }
}
