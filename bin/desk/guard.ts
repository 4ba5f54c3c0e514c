// Limits on who may ask for what is on this machine alone. Drafts are read here without a key, so no website may get at them: not
// by a request of its own, nor by a name that it lets point to this machine (DNS rebinding), nor may anybody else in the network.
import { HttpError } from '../../api/_app/http/error.ts'
import type { AppRequest } from '../../api/_app/http/request.ts'
import { isSameSecret } from '../../api/_app/http/share-token.ts'
import { isLoopback } from '../../build/environment/environment.ts'

const loopbackPeer = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i

/** The headers that a proxy or a tunnel adds, whose clients may be anywhere. */
const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * @param peer the address of the socket's other end
 * @param isImage whether it is for a frame that belongs to no site, as the desk shows posts in: who asks then cannot be told, but
 * images have names that nobody can guess
 * @throws {HttpError} 403
 */
export function requireLocal({ header }: AppRequest, peer: string | undefined, isImage: boolean): void {
  const host = header('host') ?? ''
  if (!isLoopback(host)) {
    throw forbidden('The desk is only at localhost; write that instead of another name in the address.')
  }
  if (!loopbackPeer.test(peer ?? '') || forwarding.some((name) => header(name) !== undefined)) {
    throw forbidden('The desk is only for the machine that it runs on; open it there, without a proxy.')
  }
  const [site, origin] = [header('sec-fetch-site'), header('origin')]
  const isOwn = site === undefined || site === 'same-origin' || site === 'none'
  const isFromHere = origin === undefined || origin.toLowerCase() === `http://${host}`.toLowerCase()
  if (isImage || (isOwn && isFromHere)) return
  throw forbidden('The desk is only for its own page; open that instead.')
}

/** Requires the token that only the page has which was opened with it. @throws {HttpError} 403 */
export function requireToken({ header }: AppRequest, token: string): void {
  if (isSameSecret(header('galley-desk') ?? '', token)) return
  throw forbidden('Open the address that galley dev --edit prints: the desk writes with its token only.')
}

/** Requires that the desk's own page writes: browsers send both headers, and no page can change them. @throws {HttpError} 403 */
export function requireOwnPage({ header }: AppRequest): void {
  if (header('sec-fetch-site') === 'same-origin' && header('origin') !== undefined) return
  throw forbidden('The desk writes for its own page only; open that in a browser.')
}

function forbidden(message: string): HttpError {
  return new HttpError(403, 'Forbidden', message)
}
