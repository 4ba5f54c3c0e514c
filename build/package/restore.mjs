// Puts the package.json of the clone back: make.ts has replaced it for `npm pack`.
import { existsSync, renameSync } from 'node:fs'

const original = new URL('../../dist/package/original.json', import.meta.url)
if (existsSync(original)) renameSync(original, new URL('../../package.json', import.meta.url))
