// The problems that `galley check` reports of a content folder.
import { ran } from './command.ts'

export interface ReportedProblem {
  /** Below the content folder. */
  file: string
  line: number
  column: number
  severity: 'error' | 'warning'
  code: string
  message: string
  hint?: string
}

export async function reportedProblems(content: string): Promise<ReportedProblem[]> {
  const { stdout } = await ran(['check', '--json', '--content', content])
  const lines = stdout.split('\n').filter((line) => line !== '')
  return lines.map((line) => {
    const problem: ReportedProblem = JSON.parse(line)
    return { ...problem, file: problem.file.slice(content.length + 1) }
  })
}

/** Each problem as it is printed: `demo/posts/hello.md:4:8  error  unknown-tag  There is no tag "javscript". …` */
export async function reportedLines(content: string): Promise<string[]> {
  return (await reportedProblems(content)).map(({ file, line, column, severity, code, message, hint }) => {
    return [`${file}:${line}:${column}`, severity, code, `${message}${hint ? ` ${hint}` : ''}`].join('  ')
  })
}
