// Old addresses of posts, in the order of their posts.

import { lowerBound } from '../../packages/search/basics/order.ts'
import type { Folder } from '../folder/folder.ts'
import { Records } from '../folder/records.ts'
import { pathKey } from '../format/address.ts'
import { type RedirectsFile, redirectHash, redirectsFile, redirectsIndexFile } from '../format/format.ts'
import type { PostNumber, Redirect } from '../types.ts'

export interface Redirects {
  /** The number of redirects, those of scheduled posts included. */
  count: number
  /** The number of the first redirect that leads to a post from `first` on. */
  firstOf(first: PostNumber): number
  records: Records
  /** Returns the number of bytes that the redirects of a post take. */
  length(post: PostNumber): number
  /**
   * The number of the redirect that leads from an address, however it is spelt.
   * @param from of redirects from this number on; no others are read
   */
  find(address: string, from: number): number | undefined
}

export function openRedirects(folder: Folder): Redirects {
  const index = folder.readColumns<RedirectsFile>(redirectsIndexFile)
  const { postStarts, hashes, byHash } = index
  const records = new Records(folder, redirectsFile, () => index)
  return {
    count: byHash.length,
    firstOf: (first) => postStarts[first]!,
    records,
    length: (post) => index.starts[postStarts[post + 1]!]! - index.starts[postStarts[post]!]!,
    find(address, from) {
      const key = pathKey(address)
      const hash = redirectHash(key)
      for (let at = lowerBound(hashes, hash); hashes[at] === hash; at++) {
        const number = byHash[at]!
        if (number < from) continue
        const [record] = records.read(number, number + 1)
        const redirect: Redirect = JSON.parse(Buffer.from(record!).toString())
        if (pathKey(redirect.from) === key) return number
      }
      return undefined
    },
  }
}
