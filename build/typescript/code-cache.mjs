// Keeps what V8 has compiled of this program: to compile it again takes most of the time in which a thread starts. Node 22.8 and
// later can do so.
import module from 'node:module'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

/** The name under which a thread sets a value that the threads it starts inherit. */
const inherited = 'galley: the folder of compiled code'

export const canKeepCompiledCode = module.enableCompileCache !== undefined

/**
 * Call this before anything large is imported.
 * @param folder to which nobody else can write: what is there is executed. By default that of the thread that has started this one.
 */
export function keepCompiledCode(folder = getEnvironmentData(inherited)) {
  if (folder === undefined) return
  setEnvironmentData(inherited, folder)
  module.enableCompileCache?.(folder)
}
