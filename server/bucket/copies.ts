// Finds which objects of a pointer a folder has. A snapshot being served was verified in full and only has to open; the rest is read.
import { lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isExhaustion } from '../../snapshot/folder/error.ts'
import type { WorkspaceEntry } from '../../snapshot/format/format.ts'
import { sha256OfFile } from '../../snapshot/read/search-index.ts'
import { openingDamages, partsOf } from '../../snapshot/read/verify.ts'
import { tried } from '../../snapshot/tried.ts'
import { objectsOf, type PointedObject, type Pointer, pointerKey } from './pointer.ts'

const folders = ['data', 'public', 'public/media', 'public/docs', 'public/docs/desk']

/** Removes files in the places of folders, and a folder in that of current.json: nobody else writes there. */
export function clearPlaces(dist: string, incoming: string): void {
  for (const path of [incoming, ...[...folders, `data/${pointerKey}`].map((one) => join(dist, one))]) {
    const isFolder = tried(() => lstatSync(path).isDirectory())
    if (isFolder === path.endsWith(pointerKey)) rmSync(path, { recursive: true, force: true })
  }
}

/**
 * @param read names in `data` of what is being served: if there is any, media are compared with their seals when they are sent
 * @param damaged names in `data`, and paths below `public`: gains those of what was read and does not open any more
 */
export async function missingIn(dist: string, pointer: Pointer, read: Set<string>, damaged: Set<string>) {
  const [objects, missing] = [objectsOf(pointer), new Set<string>()]
  const workspaces = new Map(Object.entries(pointer.current.workspaces).map((one) => [one[1].hash, one]))
  for (const one of objects.filter(({ path }) => placeOf(path) === path)) {
    // Requests are answered between one and the next.
    await nextTurn()
    const name = one.path.slice(one.path.indexOf('/') + 1)
    const isRead = read.has(name) || (read.size > 0 && name.startsWith('media/'))
    const steps = damagesOf(dist, one, workspaces.get(name)!, isRead ? 'open' : 'read')
    if (!damaged.has(name) && (await isIntact(steps))) continue
    missing.add(one.path)
    if (read.has(name)) damaged.add(name)
  }
  return objects.filter(({ path }) => missing.has(placeOf(path)))
}

/** Returns where an object is put: the files of a workspace come with its folder. */
export function placeOf(path: string): string {
  return /^data\/[^/]+|.+/.exec(path)![0]
}

/** @returns what is wrong, and `undefined` or false after each step */
function* damagesOf(dist: string, one: PointedObject, owner: [string, WorkspaceEntry], how: 'open' | 'read') {
  const [data, place] = [join(dist, 'data'), join(dist, one.path)]
  if (one.isPack && how === 'open') yield* openingDamages(data, owner[0], owner[1].hash)
  else if (one.isPack) yield* partsOf(data, ...owner)[0]!.damages()
  else {
    const stats = lstatSync(place)
    yield !stats.isFile() || stats.size !== one.bytes
    if (how === 'read') yield !(yield* sha256OfFile(place)).startsWith(one.digest)
  }
}

async function isIntact(damages: Generator<unknown>): Promise<boolean> {
  try {
    for (const damage of damages) {
      if (damage) throw damage
      await nextTurn()
    }
    return true
  } catch (error) {
    if (isExhaustion(error)) throw error
    return false
  }
}
