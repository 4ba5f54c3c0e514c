// Which functions run, as V8 counts them.
import { Session } from 'node:inspector/promises'

const root = new URL('../../', import.meta.url).href

/**
 * From now on, V8 runs no optimised code, so that no call is missed for having been inlined.
 * @returns a function that runs `work` and returns the functions that it entered, by file in the project's `folders`
 */
export async function coverage(folders: readonly string[]) {
  const inFolders = new RegExp(`^(?:${folders.join('|')})/.*\\.ts$`)
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true })
  return async (work: () => Promise<void>): Promise<Record<string, string[]>> => {
    await session.post('Profiler.takePreciseCoverage')
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const files = result.flatMap(({ url, functions }): [string, string[]][] => {
      const [file] = url.startsWith(root) ? (inFolders.exec(url.slice(root.length)) ?? []) : []
      const entered = functions.filter(({ ranges }) => ranges[0]!.count > 0)
      return file && entered.length > 0 ? [[file, entered.map(({ functionName }) => functionName)]] : []
    })
    return Object.fromEntries(files)
  }
}
