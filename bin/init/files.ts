// New files of a project.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { yamlOf } from '../../build/edit/create.ts'

/** Makes the function that gives a part of a file in this folder, with these values in place of what is in brackets. */
export function partsOf<D>(file: string) {
  const parts = parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
  return <T = D>(name: string, values: Record<string, unknown> = {}): T =>
    JSON.parse(JSON.stringify(parts[name]), (_, value) => {
      if (typeof value !== 'string') return value
      const [, whole] = /^<(\w+)>$/.exec(value) ?? []
      return whole ? values[whole] : value.replace(/<(\w+)>/g, (_, word) => String(values[word]))
    })
}

export const part = partsOf<string>('./project.yml')

/** @param url of a post, as workspace.yml has it; none yet if it is not known */
export function firstSettings(url?: string): string {
  const line = url === undefined ? '# url: https://example.org/blog/{slug}' : yamlOf({ url }).trimEnd()
  return part('settings', { url: line })
}

export interface Manager {
  lockFile: string
  install: string
  run: string
  steps: string[]
}

/** @param has whether there is such a file, in the project or at the top of its repository */
export function managerOf(has: (file: string) => boolean): Manager {
  const managers = part<Manager[]>('managers')
  return managers.find(({ lockFile }) => has(lockFile)) ?? managers.at(-1)!
}

/** @param folder of the project in its repository, `''` for the whole */
export function workflowText(folder: string, { steps, run }: Manager): string {
  const within = `    defaults: { run: { working-directory: ${JSON.stringify(folder)} } }\n`
  const lines = [...steps, `${run} galley check --max-warnings 0`].map((step) => `      - run: ${step}`)
  return part('workflow', { within: folder === '' ? '' : within, steps: lines.join('\n') })
}

/** Returns the text of a .gitignore with these lines; lines that are there in another form count. */
export function withIgnored(text: string, lines: readonly string[]): string {
  const [line] = /\r?\n/.exec(text) ?? ['\n']
  const known = text.split(/\r?\n/).map(bare)
  const missing = lines.filter((one) => !known.includes(bare(one)))
  const before = text === '' || text.endsWith('\n') ? text : text + line
  return missing.length === 0 ? text : before + missing.map((one) => one + line).join('')
}

function bare(line: string): string {
  return line.trim().replace(/^\/|\/$/g, '')
}
