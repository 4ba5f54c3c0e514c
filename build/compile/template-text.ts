// Warns of text in the syntax of other programs. Nothing fills it in here, so readers would see it as it is.

import type { LocationAt } from '../problems/location.ts'
import { type Problem, problemAt, quoted, warning } from '../problems/problem.ts'
import { COMPONENT, SYNTAXES } from './foreign-syntax.ts'
import { ALLOWED } from './html/sanitise.ts'
import { withoutRawCode } from './prose.ts'

/** Returns a problem for each kind of tag and each component, where it stands first. @param prose the text without code */
export function templateProblems(prose: string, file: string, locationAt: LocationAt): Problem[] {
  const text = withoutRawCode(prose)
  return [...SYNTAXES, COMPONENT].flatMap((syntax) => {
    const [what, hint, pattern] = syntax
    const end = syntax === COMPONENT ? ', and nothing turns it into HTML' : ', which readers will see as text'
    const seen = new Set<string>()
    return [...(syntax === COMPONENT ? prose : text).matchAll(pattern)].flatMap(
      ({ 0: written, index, groups }) => {
        const word = groups?.word ?? ''
        const isEnd = /^(end|else)/i.test(word) || (word === '' && seen.size > 0)
        if (seen.has(word) || isEnd || (written.startsWith('<') && ALLOWED.has(word.toLowerCase()))) return []
        seen.add(word)
        const message = `${shown(written)} ${what}${end}.`
        return [problemAt(file, locationAt(index, written.length), warning('template-text', message, hint))]
      },
    )
  })
}

/** The name of the component whose tag begins at an offset, if it is one. */
export function componentName(prose: string, at: number): string | undefined {
  const name = /^<([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)/.exec(prose.slice(at, at + 100))?.[1]
  return name && !ALLOWED.has(name.toLowerCase()) ? name : undefined
}

function shown(written: string): string {
  return quoted(
    written
      .trim()
      .split('\n', 1)[0]!
      .replace(/^<[A-Z].*/, (tag) => `${tag}>`),
  )
}
