// Applies the fixes of problems: first the certain ones, then, on a terminal, those that the author agrees to.
import { lstatSync } from 'node:fs'
import { type Edit, edited } from '../../build/extract/range.ts'
import type { CheckResult } from '../../build/index.ts'
import { displayPathOf } from '../../build/problems/display-path.ts'
import type { Problem } from '../../build/problems/problem.ts'
import { textOf } from '../../build/problems/source-lines.ts'
import type { Console, FlagValues } from '../cli/command.ts'
import { printMessage } from '../terminal/print.ts'
import { printProblems } from '../terminal/problems.ts'
import { type Prompt, promptOn } from '../terminal/prompt.ts'
import { replaceFiles } from './replace.ts'

/** Gives what `check` finds after the last fix; in a dry run, before the first one. */
export async function fixProblems(
  check: () => Promise<CheckResult>,
  content: string,
  { 'dry-run': isDry, quiet }: FlagValues,
  console: Console,
): Promise<CheckResult> {
  const prompt = isDry ? undefined : promptOn(console)
  const say = (line: string) => quiet || printMessage(console.stderr, line)
  const settled = new Set<string>()
  // Fixes move columns.
  const nameOf = ({ file, line, message }: Problem) => `${file}:${line} ${message}`
  try {
    for (;;) {
      const result = await check()
      const open = result.problems.filter(
        (one) => one.fix && !settled.has(nameOf(one)) && !lstatSync(one.file).isSymbolicLink(),
      )
      const certain = open.filter(({ fix }) => fix!.certain)
      const asked = certain.length > 0 || !prompt ? certain : open
      const textFor = (problem: Problem) => {
        settled.add(nameOf(problem))
        return problem.fix!.certain ? problem.fix!.text : answerTo(problem, prompt!, console)
      }
      const changes = await changesFor(asked, textFor, ({ file, line, column }, change) =>
        say(`${file}:${line}:${column}  ${isDry ? 'would be' : 'is'} fixed: ${change}`),
      )
      if (!isDry) replace(content, changes)
      if (!isDry && changes.size > 0) continue
      if (!prompt && open.length > certain.length)
        say(`On a terminal, --fix asks about ${open.length - certain.length} more.`)
      return result
    }
  } finally {
    prompt?.close()
  }
}

/** The text of each file, and edits that do not overlap. */
type Changes = Map<string, { before: string; edits: Edit[] }>

/** @param textFor gives what to write; `undefined` if nobody wants it @param report gets each change */
async function changesFor(
  problems: readonly Problem[],
  textFor: (problem: Problem) => Promise<string | undefined> | string,
  report: (problem: Problem, change: string) => void,
): Promise<Changes> {
  const changes: Changes = new Map()
  for (const problem of problems) {
    const { file, fix } = problem
    const { from, to } = fix!
    const { before, edits } = changes.get(file) ?? { before: textOf(file) ?? '', edits: [] }
    if (edits.some((other) => from < other.to && other.from < to)) continue
    const text = await textFor(problem)
    if (text === undefined) continue
    changes.set(file, { before, edits: [...edits, { from, to, text }] })
    report(problem, `${before.slice(from, to).trim()} → ${text.trim()}`)
  }
  return changes
}

/** Asks what to write; `undefined` if nobody wants it. */
async function answerTo(problem: Problem, prompt: Prompt, { stderr, env }: Console) {
  const { text, others } = problem.fix!
  const answers = others ? ['no', text, ...others] : ['yes', 'no']
  printProblems([problem], stderr, env)
  const question = others ? 'Which one is meant?' : `Write ${text}?`
  const reason = (answer: string) => (answers.includes(answer) ? undefined : `Write ${answers.join(' or ')}.`)
  const answer = await prompt.ask(question, answers[0], reason).catch(() => 'no')
  return answer === 'yes' ? text : answer === 'no' ? undefined : answer
}

/** Replaces texts; a text that has changed since it was checked stays as it is. */
function replace(content: string, changes: Changes): void {
  const current = [...changes].filter(([file, { before }]) => textOf(file) === before)
  const start = displayPathOf(content).length + 1
  const texts = current.map(
    ([file, { before, edits }]) => [file.slice(start), edited(before, edits).text] as const,
  )
  replaceFiles(content, { texts: new Map(texts) }, 'fix')
}
