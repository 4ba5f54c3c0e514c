// Keeps what V8 has compiled of this program, for the threads that start later. Node 22.8 and later can do so.
// It is a shortcut: what V8 has compiled (docs/design/shortcuts.md).
import module from 'node:module'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

/** The name under which a thread sets a value that the threads it starts inherit. */
const inherited = 'galley: the folder of compiled code'

export const canKeepCompiledCode = module.enableCompileCache !== undefined

/**
 * Call this before anything large is imported.
 * @param folder to which nobody else can write: its files are executed. By default, that of the thread that has started this one.
 */
export function keepCompiledCode(folder = getEnvironmentData(inherited)) {
  if (folder === undefined) return
  setEnvironmentData(inherited, folder)
  module.enableCompileCache?.(folder)
}
