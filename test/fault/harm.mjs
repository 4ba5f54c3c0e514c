// For each line that it reads, does something to a file or a folder below the folder that it is given, and says what: removes, cuts, flips
// or replaces it. It follows no link, and never runs as root.
import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const [folder, seed] = process.argv.slice(2)
if (process.getuid?.() === 0 || !folder.includes('galley-harm-')) throw new Error('not here')
let state = Number(seed)
/** Mulberry32. */
const random = (below) => {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
}

function below(path) {
  return fs.readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const one = join(path, entry.name)
    return entry.isDirectory() ? [one, ...below(one)] : [one]
  })
}

const all = { recursive: true, force: true }
const remove = (path) => fs.rmSync(path, all)
const written = (change) => (path, stats) => {
  if (!stats.isFile()) return remove(path)
  const bytes = fs.readFileSync(path)
  fs.writeFileSync(path, change(bytes))
}
const instead = (make) => (path) => {
  remove(path)
  make(path)
}
const ways = {
  remove,
  cut: written((bytes) => bytes.subarray(0, random(bytes.length))),
  flip: written((bytes) => {
    if (bytes.length > 0) bytes[random(bytes.length)] ^= 1 << random(8)
    return bytes
  }),
  lengthen: written((bytes) => Buffer.concat([bytes, Buffer.from('more')])),
  fill: written((bytes) => bytes.fill(random(256))),
  folder: instead((path) => fs.mkdirSync(path)),
  file: instead((path) => fs.writeFileSync(path, 'something else')),
  link: instead((path) => fs.symlinkSync(join(folder, 'nothing'), path)),
  around: instead((path) => fs.symlinkSync(folder, path)),
  pipe: instead((path) => execFileSync('mkfifo', [path])),
}

for await (const _ of createInterface({ input: process.stdin })) {
  let said = 'nothing'
  try {
    const paths = below(folder)
    const path = paths[random(paths.length)]
    const way = Object.keys(ways)[random(Object.keys(ways).length)]
    said = `${way} ${path.slice(folder.length + 1)}`
    ways[way](path, fs.lstatSync(path))
  } catch (error) {
    // The server may have replaced it meanwhile.
    said += ` (${error.code})`
  }
  console.log(said)
}
