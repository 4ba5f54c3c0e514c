// The program of the process that tries whether a text can be converted: see within-limits.ts.
import { readFileSync } from 'node:fs'
import { deserialize } from 'node:v8'
import { READABLE, UNREADABLE } from '../../build/for-import.ts'
import { convert } from './convert.ts'
import { htmlConverter } from './html.ts'
import { type Trial, withinLimits } from './within-limits.ts'

const { body, ...trial }: Trial = deserialize(readFileSync(process.argv[2]!))
const nothing = () => undefined
const toMarkdown = trial.text === 'html' ? await htmlConverter() : undefined
const options = { ...trial, toMarkdown, rewrite: nothing, linkTo: nothing, ownHost: undefined }
process.exitCode = withinLimits(body, () => convert(body, options)) ? READABLE : UNREADABLE
