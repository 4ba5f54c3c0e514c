// Lets this process or thread import TypeScript. Node 22.18 and later can do so without it.
import { register } from 'node:module'
import { getEnvironmentData, setEnvironmentData, threadId } from 'node:worker_threads'

/** The name under which a thread sets a value that the threads it starts inherit. */
const inherited = 'galley: types are stripped'

if (!process.features.typescript) {
  const channel = getEnvironmentData(inherited)
  const data = { channel: channel ?? `${inherited} by thread ${threadId}`, isFirst: channel === undefined }
  register('./strip.mjs', import.meta.url, { data })
  if (data.isFirst) setEnvironmentData(inherited, data.channel)
}
