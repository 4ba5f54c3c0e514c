// Prints what publint and @arethetypeswrong find in a tarball. JavaScript, since their types are here only once they are installed.
import { readFileSync } from 'node:fs'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'

const bytes = new Uint8Array(readFileSync(process.argv[2]))
const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true })
const { types, problems } = await checkPackage(createPackageFromTarballData(bytes))
console.log(JSON.stringify({ publint: messages, types, attw: problems }))
