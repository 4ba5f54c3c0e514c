// Entity tags: made from what determines a body, so that a 304 needs no body at all.
import { hash } from 'node:crypto'

/** Raised whenever the same snapshot and request would give other bytes than before. */
const replyFormat = 2

/**
 * @param edition the edition's id
 * @param identity the normalised request
 */
export function entityTag(edition: string, identity: string): string {
  const digest = hash('sha256', `${replyFormat}\n${identity}`, 'base64url')
  return `"${edition}-${digest.slice(0, 22)}"`
}

/** RFC 9110 13.1.2: weak comparison of an `If-None-Match` header (a list, or `*`) with a tag. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  const listed = header.match(/(?:W\/)?"[\x21\x23-\x7e\x80-\uffff]*"/g) ?? []
  return listed.some((one) => one.replace(/^W\//, '') === tag)
}
