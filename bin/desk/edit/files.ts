// Files that are taken away, and images that are pasted. No name that something has is ever taken.
import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { isMedia, MEDIA } from '../../../build/discover/media-type.ts'
import { nameClashes } from '../../../build/discover/name-clashes.ts'
import { isIgnored } from '../../../build/discover/walk.ts'
import { windowsMistake } from '../../../build/discover/windows-name.ts'
import { requireInside } from '../../../build/environment/inside.ts'
import { readMedium } from '../../../build/workspace/media.ts'
import { normalise } from '../../../packages/search/basics/normalise.ts'
import { makeFolder, readWhole } from '../../../snapshot/format/disk.ts'
import { tried } from '../../../snapshot/tried.ts'
import { type PostPlace, readOwn, refused } from './own-file.ts'
import { requireSame } from './source.ts'

/** The folder where files go that are deleted: builds ignore it. */
const DELETED = '_deleted'

/** @returns the new path below the workspace's folder */
export function deletePost(place: PostPlace, tag: string): string {
  const folder = join(place.content, place.workspace)
  const target = join(folder, DELETED, dirname(place.file))
  requireInside(folder, target)
  makeFolder(target)
  const name = claimed(target, basename(place.file), () => {})
  try {
    requireSame(place, tag)
    renameSync(join(folder, place.file), join(target, name))
  } catch (error) {
    rmSync(join(target, name), { force: true })
    throw error
  }
  return `${DELETED}/${dirname(place.file)}/${name}`
}

/** @returns its name in the folder of the post */
export function addMedium(place: PostPlace, name: string, bytes: Buffer): string {
  const folder = join(place.content, place.workspace)
  const beside = join(folder, dirname(place.file))
  const given = normalise(name)
  if (
    !isMedia(given) ||
    isIgnored(given) ||
    /[/\\\p{C}\u2028\u2029]/u.test(given) ||
    Buffer.byteLength(given) > 200
  )
    throw refused(
      `${JSON.stringify(name.slice(0, 200))} cannot be put there. Write a short name that ends in ${ENDINGS}.`,
    )
  const mistake = windowsMistake(given)
  if (mistake) throw refused(`${mistake.message} ${mistake.hint}`)
  // Its folder is no link then.
  readOwn(place)
  const temporary = join(beside, `.galley-${randomUUID()}${extname(given)}`)
  try {
    writeFileSync(temporary, bytes, { flag: 'wx', flush: true })
    const { problems } = readMedium({ path: temporary, displayPath: given, relativePath: given })
    if (problems[0]) throw refused(`${given}: ${problems[0].message} ${problems[0].hint}`)
    const same = (other: string) => tried(() => readWhole(join(beside, other)))?.equals(bytes) ?? false
    return claimed(beside, given, (path) => renameSync(temporary, path), same)
  } finally {
    rmSync(temporary, { force: true })
  }
}

const ENDINGS = [...MEDIA.image, ...MEDIA.other].map((ending) => `.${ending}`).join(', ')

/** Takes a name that nothing has in a folder, the next one with a number if need be. */
function claimed(folder: string, wanted: string, use: (path: string) => void, isSame = (_: string) => false) {
  const ending = extname(wanted)
  for (let number = 1; ; number++) {
    const name =
      number === 1 ? wanted : `${wanted.slice(0, wanted.length - ending.length)}-${number}${ending}`
    const other = readdirSync(folder).find((one) => nameClashes([one, name]).size > 0)
    if (other !== undefined && isSame(other)) return other
    if (other !== undefined) continue
    closeSync(openSync(join(folder, name), 'wx'))
    use(join(folder, name))
    return name
  }
}
