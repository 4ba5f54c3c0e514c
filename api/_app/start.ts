// Runs the code of the function as a script: V8 takes back what it has compiled of one before, which the build keeps beside it, but not of a
// module. To compile it would take half of a new instance's time to its first reply.
import { readFileSync } from 'node:fs'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'
import type * as Code from './function.ts'
import { traceSources } from './traces.ts'

const checksumBytes = 8

/** The name is no path: the compiled code contains it, and is used in another folder than that of the build. */
const name = 'index.js'
const url = new URL('./index.js', import.meta.url)
const code = readFileSync(url)
const script = new Script(code.toString('latin1'), { filename: name, cachedData: knownCode() })
traceSources(url.href, new URL('./index.js.map', import.meta.url), name)
const module = { exports: {} }
// A script that has been compiled before cannot import packages by itself: it would look for them where it was compiled.
script.runInThisContext()(module, (specifier: string) => import(specifier))

export const { createFunction } = module.exports as typeof Code

/** Returns the content of `index.cache`: all that has been compiled so far, after checksums of the code and of itself. */
export function compiledCode(): Buffer {
  const compiled = script.createCachedData()
  return Buffer.concat([checksums(compiled), compiled])
}

/** V8 ignores what another version of it has compiled, or other options of it; that it is damaged, it would not notice. */
function knownCode(): Buffer | undefined {
  try {
    const file = readFileSync(new URL('./index.cache', import.meta.url))
    const compiled = file.subarray(checksumBytes)
    return checksums(compiled).equals(file.subarray(0, checksumBytes)) ? compiled : undefined
  } catch {
    return undefined
  }
}

function checksums(compiled: Uint8Array): Buffer {
  const bytes = Buffer.alloc(checksumBytes)
  bytes.writeUInt32LE(crc32(code))
  bytes.writeUInt32LE(crc32(compiled), 4)
  return bytes
}
