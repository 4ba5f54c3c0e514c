// The token of a link to one draft: an HMAC over the workspace, when the link ends and the post's id, and the last two. The
// workspace is in nothing but the HMAC, since the name of its folder may be its key.
import { createHmac, hash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Turn } from '../turns/turn.ts'

/**
 * Reads the secrets, each at least as long as the output of `galley key`: the first signs links, and all open theirs.
 * @throws {Error} that says what to write
 */
export function shareSecretsFromEnvironment(env: NodeJS.ProcessEnv): string[] {
  const secrets = (env.GALLEY_SHARE_SECRET ?? '').split(',').flatMap((one) => one.trim() || [])
  if (secrets.every(({ length }) => length >= 22)) return secrets
  const which = secrets.length > 1 ? 'A secret of GALLEY_SHARE_SECRET' : 'GALLEY_SHARE_SECRET'
  throw new Error(
    `${which} has fewer than 22 characters, and can be guessed; write one that galley key prints.`,
  )
}

/** @param expires in seconds since the epoch */
export function tokenFor(folder: string, id: string, expires: number, secret: string): string {
  return signed(folder, `1 ${expires} ${id}`, secret)
}

/** The length of the longest token that we would sign: a longer one should not keep us busy. */
const longestToken = 160

/**
 * The folder and the id of what a token opens; `undefined` if it has expired, or is none of ours. The work is the same in any case, and
 * others get their turn after each workspace.
 * @param folders of all workspaces
 * @param now ms since the epoch
 * @param secrets if there are none, one that nothing is signed with is tried
 */
export async function openedBy(
  token: string,
  folders: Iterable<string>,
  now: number,
  turn: Turn,
  secrets: readonly string[],
) {
  const text = token.length > longestToken ? '' : token
  const claim = Buffer.from(text, 'base64url').subarray(macBytes).toString()
  const tried = secrets.length > 0 ? secrets : [randomUUID()]
  // Compared as they are spelt, since base64url has other spellings of the same bytes.
  let found: string | undefined
  for (const folder of folders) {
    for (const secret of tried) {
      if (isSameSecret(text, signed(folder, claim, secret))) found = folder
      await turn(macSteps)
    }
  }
  const [, expires, id] = /^1 (\d+) ([\w-]+)$/.exec(claim) ?? []
  return found !== undefined && id && Number(expires) * 1_000 > now ? { folder: found, id } : undefined
}

/** The steps of one HMAC, which takes some 6 µs. */
const macSteps = 300
const macBytes = 32

function signed(folder: string, claim: string, secret: string): string {
  const mac = createHmac('sha256', secret).update(`galley share ${folder}\n${claim}`).digest()
  return Buffer.concat([mac, Buffer.from(claim)]).toString('base64url')
}

/** Compares hashes, which are equally long: how long that takes tells nothing of either. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))
}
