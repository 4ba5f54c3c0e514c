// Text in the languages of templates and components. Nothing fills it in here, so readers would see it as it is.

import type { LocationAt } from '../problems/location.ts'
import { type Problem, problemAt, quoted, warning } from '../problems/problem.ts'
import { ALLOWED } from './html/sanitise.ts'
import { withoutRawCode } from './prose.ts'

/** A fast check that rules out most texts: one pattern for all of it takes five times as long. */
export function mayHoldTemplateText(markdown: string): boolean {
  return (
    (markdown.includes('{') && /\{[{%:#.]/.test(markdown)) ||
    (markdown.includes('<') && /<[A-Z]/.test(markdown)) ||
    (markdown.includes(':::') && /^ {0,3}:::/m.test(markdown)) ||
    /^(?:import|export) /m.test(markdown)
  )
}

interface Syntax {
  pattern: RegExp
  /** What such text is, and what becomes of it. */
  what: string
  hint: string
  /** An element of HTML even in code. */
  isElement?: boolean
}

const TAG = 'Write markdown or HTML instead, or put it in backticks if it is an example.'

const KINDS: readonly Syntax[] = [
  {
    // As the address of a link it is told as such. Hugo's {{< figure … >}}, and the {{ page.title }} of Jekyll, Eleventy, Vue and others.
    pattern:
      /(?<![\w\\}$]|\]\(<|\b(?:href|src)=["']?)(?!(?<=\]\()[^\s()]*\))\{\{(?:[<%]\s*\/?)?\s*(?<word>[\w.$-]*)(?:[^{}\n]|\{[^{}\n]*\})*\}\}/g,
    what: 'is a template tag, which readers will see as text',
    hint: TAG,
  },
  {
    pattern: /(?<!\{)\{%-?\s*(?<word>[\w.-]+)(?:[^%\n]|%(?!\})){0,1000}%\}/g,
    what: 'is a template tag, which readers will see as text',
    hint: TAG,
  },
  {
    pattern: /^ {0,3}:::+[ \t]*(?<word>[\w-]+)?[^\n]*$/gm,
    what: 'begins a container of another tool, which readers will see as text',
    hint: 'Write an alert instead: > [!NOTE] and lines that begin with >.',
  },
  {
    pattern:
      /^(?<word>import|export)\s+(?:[\w$*{][^;'"<>\n]*(?:\n[^;'"<>\n]+){0,20}?\sfrom\s+(?<quote>['"])[^'"\n]+\k<quote>;?[ \t]*$|(?<mark>['"])(?:[.@~]|[^'"\n]*\.(?:css|scss|m?js)\k<mark>)[^'"\n]*\k<mark>;?[ \t]*$|(?:const|let|var|function|default)\s[^\n]*[=({][^\n]*$)/gm,
    what: 'is code of MDX, which readers will see as text',
    hint: 'Remove it.',
  },
  {
    // Behind a heading, or in a line of its own. Looking back at the end only takes linear time.
    pattern:
      /\{(?<word>:|[#.](?=[\w-]))[^{}\n]*\}[ \t]*$(?<=^ {0,3}(?:#{1,6} [^\n]*[ \t])?\{[^{}\n]*\}[ \t]*)/gm,
    what: 'is an attribute list, which readers will see as text',
    hint: 'Remove it: headings have ids made from their words, and classes are up to the page.',
  },
  {
    // In the brackets of a link it is an address.
    pattern: /(?<!\]\(|\]: ?)<(?<word>[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*(?:\.[A-Z]\w*)*)(?=[\s/>])/g,
    what: 'is a component, and nothing turns it into HTML',
    hint: 'Write markdown or HTML instead, or put it in backticks if it is text.',
    isElement: true,
  },
]

/** One for each kind of tag and each component, where it stands first. @param prose the text without code */
export function templateProblems(prose: string, file: string, locationAt: LocationAt): Problem[] {
  const text = withoutRawCode(prose)
  return KINDS.flatMap(({ pattern, what, hint, isElement = false }) => {
    const seen = new Set<string>()
    return [...(isElement ? prose : text).matchAll(pattern)].flatMap(({ 0: written, index, groups }) => {
      const word = groups?.word ?? ''
      const isEnd = /^(end|else)/.test(word) || (word === '' && seen.size > 0)
      if (seen.has(word) || isEnd || (written.startsWith('<') && ALLOWED.has(word.toLowerCase()))) return []
      seen.add(word)
      const message = `${shown(written)} ${what}.`
      return [problemAt(file, locationAt(index, written.length), warning('template-text', message, hint))]
    })
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
      .replace(/^<.*/, (tag) => `${tag}>`),
  )
}
