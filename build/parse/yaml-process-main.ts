// The program of the process that tries whether a YAML file can be read: see yaml-file.ts.
import { readFileSync } from 'node:fs'
import { READABLE, UNREADABLE } from '../isolation/process.ts'
import { runWithinCpuTime } from '../isolation/time-limit.ts'
import { timeLimit } from '../isolation/work-limits.ts'
import { parseWhatCanBe } from './yaml/recover.ts'

process.exitCode = isReadable(process.argv[2]!) ? READABLE : UNREADABLE

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
