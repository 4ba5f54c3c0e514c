// What `galley check` tells of a content folder.
import { ran } from './command.ts'

export interface Told {
  /** Below the content folder. */
  file: string
  line: number
  column: number
  severity: 'error' | 'warning'
  code: string
  message: string
  hint?: string
}

export async function problemsTold(content: string): Promise<Told[]> {
  const { stdout } = await ran(['check', '--json', '--content', content])
  const lines = stdout.split('\n').filter((line) => line !== '')
  return lines.map((line) => {
    const told: Told = JSON.parse(line)
    return { ...told, file: told.file.slice(content.length + 1) }
  })
}

/** Each problem as it is printed: `demo/posts/hello.md:4:8  error  unknown-tag  There is no tag "javscript". …` */
export async function linesTold(content: string): Promise<string[]> {
  return (await problemsTold(content)).map(({ file, line, column, severity, code, message, hint }) => {
    return [`${file}:${line}:${column}`, severity, code, `${message}${hint ? ` ${hint}` : ''}`].join('  ')
  })
}
