// The data model of a bucket: objects that never change, named by their contents, and pointers, each of which names a snapshot's objects.
import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as format from '../../snapshot/format/format.ts'
import { tried } from '../../snapshot/tried.ts'
import { BucketError } from './error.ts'
import type { S3Bucket } from './s3.ts'

/** The one that servers follow. */
export const pointerKey = format.currentFile
/** The folder of all pointers, by their times. */
export const pointersFolder = 'pointers/'
export const objectsFolder = 'objects/'
/** Media keep their names, so that a CDN can be in front of them. */
export const mediaFolder = 'media/'

/** Incremented whenever an earlier version would misread a bucket. */
const LAYOUT = 1

export interface Pointer extends PointerEntries {
  layout: number
  /** Checksum of the entries' JSON. */
  crc32: number
}

export interface PointerEntries {
  /** The time in ms since the epoch, later than the previous pointer's; it is the pointer's name among the pointers. */
  pushedAt: number
  current: format.CurrentFile
  /** The object that holds all small files of a workspace, by workspace folder. */
  packs: Record<string, ObjectSeal>
  /** All other files, by path in the folder that a build writes. */
  files: Record<string, ObjectSeal>
}

export interface ObjectSeal {
  bytes: number
  /** The beginning of the SHA-256: all of its 64 hexadecimal digits, or as many as the name of the file has. */
  digest: string
}

export interface PointedObject extends ObjectSeal {
  key: string
  /** The path of the file; for a pack, the folder that it unpacks to. */
  path: string
  isPack: boolean
}

export function pointerOf(entries: PointerEntries): Pointer {
  return { layout: LAYOUT, ...entries, crc32: checksumOf(entries) }
}

function checksumOf({ pushedAt, current, packs, files }: PointerEntries): number {
  return format.checksum(Buffer.from(JSON.stringify([pushedAt, current, packs, files])))
}

/** Tells whether servers would answer alike with either pointer, whenever each was pushed. */
export function isSame(one: PointerEntries, other: PointerEntries): boolean {
  return checksumOf({ ...one, pushedAt: 0 }) === checksumOf({ ...other, pushedAt: 0 })
}

/** @throws {BucketError} if it is damaged, or a later version has made it */
export function readPointer(text: string): Pointer {
  const pointer: Partial<Pointer> | null = tried(() => JSON.parse(text)) ?? null
  const isWhole = tried(() => checksumOf(pointer as Pointer) === pointer!.crc32)
  const isKnown = !(Number(pointer?.layout) > LAYOUT)
  if (isKnown && isWhole && objectsOf(pointer as Pointer).every(isOurs)) return pointer as Pointer
  // A later format may have files in other places.
  if (isKnown && !(isWhole && Number(pointer?.current?.format) > format.FORMAT))
    throw new BucketError(
      'a pointer in the bucket is damaged, or something else answers in its place; push again',
    )
  throw new BucketError('a later version of Galley has pushed to the bucket; upgrade this server')
}

export function objectsOf({ packs, files }: PointerEntries): PointedObject[] {
  const object = (path: string, seal: ObjectSeal, kind: 'pack' | 'file') => {
    const key = path.startsWith('public/media/') ? path.slice('public/'.length) : objectsFolder + seal.digest
    return { ...seal, key, path, isPack: kind === 'pack' }
  }
  return [
    ...Object.entries(packs).map(([hash, seal]) => object(`data/${hash}`, seal, 'pack')),
    ...Object.entries(files).map(([path, seal]) => object(path, seal, 'file')),
  ]
}

const DIGEST = /^(?:[0-9a-f]{16}){1,4}$/
const PLACE =
  /^(?:data\/[0-9a-f]{32}(?:\.search-index\.json|\/[a-z][\w.-]*)?|public\/(?:openapi\.json|(?:media|docs|docs\/desk)\/[a-z0-9][\w.-]*))$/

/** Writers of the bucket decide what is served, but not which files are written where. */
function isOurs({ path, digest, bytes }: PointedObject): boolean {
  return PLACE.test(path) && DIGEST.test(digest) && Number.isSafeInteger(bytes) && bytes >= 0
}

/** Reads the pointer that servers follow; `undefined` if nothing was pushed yet. @throws {BucketError} if it cannot be read */
export async function fetchPointer(bucket: S3Bucket, key = pointerKey) {
  const found = await bucket.get(key)
  return typeof found === 'object' ? { pointer: readPointer(found.text), tag: found.tag } : undefined
}

/**
 * Makes servers follow it.
 * @param tag of the pointer that it replaces
 * @throws {BucketError} if another one is there meanwhile, of a store that takes conditions; on others, whoever comes last wins
 */
export async function putPointer(bucket: S3Bucket, pointer: Pointer, tag: string | undefined): Promise<void> {
  const body = Buffer.from(`${JSON.stringify(pointer)}\n`)
  const seal = { bytes: body.length, digest: format.sha256(body) }
  const put = (key: string, condition = {}) =>
    bucket.put(key, body, seal, { 'Content-Type': 'application/json', ...condition })
  await put(keyOf(pointer.pushedAt))
  try {
    await put(pointerKey, tag === undefined ? { 'If-None-Match': '*' } : { 'If-Match': tag })
  } catch (error) {
    const { status } = error as BucketError
    if (status === 409 || status === 412)
      throw new BucketError('Somebody else has pushed meanwhile. Look at what is there, and push again.')
    if (status !== 501) throw error
    await put(pointerKey)
  }
}

export function keyOf(pushedAt: number): string {
  return `${pointersFolder}${pushedAt}.json`
}

/** Lists when each pointer of the bucket was pushed, the latest first, with the store's entry for it. */
export async function pointersIn(bucket: S3Bucket) {
  const { objects, now } = await bucket.list(pointersFolder)
  const pointers = objects.map((one) => ({ ...one, pushedAt: Number(/(\d+)\.json$/.exec(one.key)?.[1]) }))
  return { pointers: pointers.sort((a, b) => b.pushedAt - a.pushedAt), now }
}

/** Returns the objects that are missing in the bucket, or have another length there. */
export async function missingIn(bucket: S3Bucket, objects: readonly PointedObject[]) {
  const lists = [await bucket.list(objectsFolder), await bucket.list(mediaFolder)]
  const there = new Map(lists.flatMap((list) => list.objects.map(({ key, bytes }) => [key, bytes])))
  return objects.filter(({ key, bytes }) => there.get(key) !== bytes)
}

/** Lists the files that a build has written besides media, as paths below its folder `public`: the reference and the desk. */
export function pagesIn(root: string): string[] {
  if (!existsSync(join(root, 'docs'))) return []
  const entries = readdirSync(join(root, 'docs'), { recursive: true, withFileTypes: true })
  const pages = entries.filter((entry) => entry.isFile())
  return pages.map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/'))
}
