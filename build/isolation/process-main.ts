// The program of the last-try process: see process.ts.

import { readFileSync } from 'node:fs'
import { Vocabulary } from '../../packages/search/index.ts'
import type { Attempt, Outcome } from '../compile/pool/last-try.ts'
import { PostCompiler } from '../compile/pool/post.ts'
import { parseWhatCanBe } from '../parse/yaml/recover.ts'
import { READABLE, UNREADABLE } from './process.ts'
import { runWithinCpuTime } from './time-limit.ts'
import { timeLimit } from './work-limits.ts'

const [path] = process.argv.slice(2)
if (path === undefined) {
  process.on('message', ({ file, settings }: Attempt) => {
    const vocabulary = new Vocabulary()
    const compiled = new PostCompiler(settings, vocabulary).last(file)
    process.send!({ compiled, terms: vocabulary.terms } satisfies Outcome)
  })
} else process.exitCode = isReadable(path) ? READABLE : UNREADABLE

function isReadable(path: string): boolean {
  try {
    const yaml = readFileSync(path, 'utf8')
    return runWithinCpuTime(timeLimit(yaml.length), () => {
      parseWhatCanBe({ name: path, file: path, text: yaml, yaml, start: 0 })
    })
  } catch {
    return false
  }
}
