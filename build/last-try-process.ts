// What the process of a last try does: see apart.ts.
import { readFileSync } from 'node:fs'
import { READABLE, UNREADABLE } from './apart.ts'
import { longest } from './effort.ts'
import type { Attempt, Outcome } from './last-try.ts'
import { postCompiler } from './post-file.ts'
import { withinWorking } from './within.ts'
import { parseYaml } from './yaml.ts'

const [path] = process.argv.slice(2)
if (path === undefined) {
  process.on('message', ({ file, settings }: Attempt) => {
    process.send!({ compiled: postCompiler(settings)(file, 'last') } satisfies Outcome)
  })
} else process.exitCode = isReadable(path) ? READABLE : UNREADABLE

function isReadable(path: string): boolean {
  try {
    const yaml = readFileSync(path, 'utf8')
    return withinWorking(longest(yaml.length), () => {
      parseYaml({ name: path, file: path, text: yaml, yaml, start: 0 })
    })
  } catch {
    return false
  }
}
