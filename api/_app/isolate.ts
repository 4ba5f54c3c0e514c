// The app as a Worker on Cloudflare, of which the build makes `dist/worker`. There, nobody may wait for what another request
// does, the clock stands still while code runs, and the platform compresses.
import { Admission } from './admission/admission.ts'
import { appFromEnvironment } from './environment.ts'
import { ReplyCache } from './gzip/bodies.ts'
import { usuallyHeld } from './http/reply.ts'
import { requestFrom, responseOf } from './http/web.ts'
import { unscheduled } from './turns/turn.ts'

/** Requests without room are refused at once: streams take up to a megabyte each, besides some 20 that V8 is late to collect. */
const bounds = {
  slots: Number.POSITIVE_INFINITY,
  waiting: { client: 0, all: 0 },
  begun: { client: 12 * usuallyHeld, all: 16 * usuallyHeld },
  // The text of a post takes up to 15 MB while an agent is given a piece of it.
  mostAtWork: 2,
}
/** An isolate has 128 MB, of which the snapshot takes up to half. */
const cacheBytes = 8 * 2 ** 20

/** @param data the folder of snapshots, which is read with the first request */
export function createWorker(data: string) {
  const [admission, cache] = [new Admission(bounds), new ReplyCache(cacheBytes)]
  let app: ReturnType<typeof appFromEnvironment> | undefined
  return {
    /** @param bindings `ASSETS` has the files of `dist/public`, which the platform finds by their whole names */
    async fetch(request: Request, { ASSETS }: { ASSETS: { fetch: typeof fetch } }): Promise<Response> {
      const [, page] = /^(\/docs(?:\/desk)?)\/?$/.exec(new URL(request.url).pathname) ?? []
      if (page !== undefined && request.method !== 'OPTIONS') {
        const file = await ASSETS.fetch(new URL(`${page}/index.html`, request.url), request)
        if (file.status !== 404) return file
      }
      app ??= appFromEnvironment(data, { admission, cache, scheduler: unscheduled })
      const { header: headerOf, ...asked } = requestFrom(request)
      const header = (name: string) => (name === 'accept-encoding' ? undefined : headerOf(name))
      return responseOf(await app({ ...asked, header }), request.method)
    },
  }
}
