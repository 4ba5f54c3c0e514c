// The app on every platform that has the web's requests and Node's modules, set up by the environment.
import { fileURLToPath } from 'node:url'
import { appFromEnvironment } from './environment.ts'
import { requestFrom, responseOf } from './http/web.ts'

/**
 * Answers every request that is not for a file of `dist/public`. It never rejects, and holds nothing open but files.
 * @param options `data` is the folder of snapshots, `dist/data`
 */
export function createFetch({ data }: { data: URL }): (request: Request) => Promise<Response> {
  const app = appFromEnvironment(fileURLToPath(data))
  return async (request) => responseOf(await app(requestFrom(request)), request.method)
}
