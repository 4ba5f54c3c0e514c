// The app behind the files that a build publishes, as on Vercel.
import { type App, createApp } from '../api/_app/app.ts'
import { cacheBytes, createEncode, ReplyCache } from '../api/_app/gzip/bodies.ts'
import { cdnMaxAgeFromEnvironment } from '../api/_app/http/cdn.ts'
import { shareSecretsFromEnvironment } from '../api/_app/http/share-token.ts'
import type { Limiter } from '../api/_app/limit/decision.ts'
import type { Basis, ServeOptions } from './basis.ts'
import { behindFiles } from './handler.ts'
import { fileHeaders } from './headers.ts'
import { listedMedia } from './media.ts'
import { staticFiles } from './static.ts'

export function appBehindFiles(options: ServeOptions, basis: Basis, limiter: Limiter): App {
  const { env, snapshots, now, log, admission, scheduler } = basis
  const { data, public: root, local, follow } = options
  const cache = new ReplyCache(cacheBytes)
  const encode = createEncode(cache)
  const app = createApp({
    ...{ snapshots, limiter, now, log, cache, encode, admission, scheduler },
    cdnMaxAge: cdnMaxAgeFromEnvironment(env),
    shareSecrets: shareSecretsFromEnvironment(env),
    hasDesk: local !== undefined,
    bucket: () => follow?.looked.failing,
  })
  const headersOf = fileHeaders(snapshots)
  const sealOf = listedMedia(data, snapshots, now)
  const files = staticFiles({ root, sealOf, damaged: snapshots.damaged, headersOf, log })
  return behindFiles(app, files, { headersOf, encode, admission, log })
}
