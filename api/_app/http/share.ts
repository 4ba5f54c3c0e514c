// The token of a link to one draft: an HMAC over the workspace, when the link ends and the post's id, and the last two. The
// workspace is in nothing but the HMAC, since the name of its folder may be its key.
import { createHmac, hash, randomUUID, timingSafeEqual } from 'node:crypto'

/**
 * At least as long as what `galley key` prints.
 * @throws {Error} that says what to write
 */
export function shareSecretFromEnvironment(env: NodeJS.ProcessEnv): string | undefined {
  const secret = env.GALLEY_SHARE_SECRET?.trim() || undefined
  if (secret === undefined || secret.length >= 22) return secret
  const wrong = 'GALLEY_SHARE_SECRET has fewer than 22 characters, and can be guessed'
  throw new Error(`${wrong}; write one that galley key prints.`)
}

/** @param expires in seconds since the epoch */
export function tokenFor(folder: string, id: string, expires: number, secret: string): string {
  return signed(folder, `1 ${expires} ${id}`, secret)
}

/** Of one that we would sign: whoever sends more should not keep us busy. */
const longestToken = 160

/**
 * The folder and the id of what a token opens; `undefined` if it has expired, or is none of ours. The work is the same in any case.
 * @param folders of all workspaces
 * @param now ms since the epoch
 * @param secret without one, nothing is opened
 */
export function openedBy(token: string, folders: Iterable<string>, now: number, secret?: string) {
  const text = token.length > longestToken ? '' : token
  const claim = Buffer.from(text, 'base64url').subarray(macBytes).toString()
  // Compared as they are spelt, since base64url has other spellings of the same bytes.
  const isOf = (folder: string) => isSameSecret(text, signed(folder, claim, secret ?? randomUUID()))
  const [folder] = [...folders].filter(isOf)
  const [, expires, id] = /^1 (\d+) ([\w-]+)$/.exec(claim) ?? []
  return folder !== undefined && id && Number(expires) * 1_000 > now ? { folder, id } : undefined
}

const macBytes = 32

function signed(folder: string, claim: string, secret: string): string {
  const mac = createHmac('sha256', secret).update(`galley share ${folder}\n${claim}`).digest()
  return Buffer.concat([mac, Buffer.from(claim)]).toString('base64url')
}

/** Compares hashes, which are equally long: how long that takes tells nothing of either. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))
}
