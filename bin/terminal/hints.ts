// The lines that `galley dev` prints after a build: requests to paste or, if the build failed, what is still being served.
import { servedSnapshot } from '../../api/_app/routes/service.ts'
import type { BuildResult } from '../../build/index.ts'
import { displayPathOf } from '../../build/problems/display-path.ts'
import type { Running } from '../../server/index.ts'
import type { Console, FlagValues } from '../cli/command.ts'
import { paintFor } from './colours.ts'
import { printLine, printMessage } from './print.ts'

/**
 * Makes the function that prints hints after each build; the request for each key is printed once.
 * @param places the folder of workspaces, and the page that shows posts if there is one
 */
export function requestHints(
  { content, posts, isEditable }: { content: string; posts: string | undefined; isEditable: boolean },
  { quiet }: FlagValues,
  { stderr, env }: Console,
): (result: BuildResult, running: Running) => void {
  const paint = paintFor(stderr, env)
  const printed = new Set<string>()
  let isFirst = true
  return ({ written, workspaces }, { url, snapshots }) => {
    const writing = isEditable ? ' (where you can write, too)' : ' (--edit lets you write there, too)'
    if (isFirst && posts && (isEditable || !quiet))
      printLine(stderr, 'Your posts, as readers will see them: ', paint.cyan(posts), writing)
    isFirst = false
    if (quiet) return
    if (!written) return printMessage(stderr, servedSnapshot(snapshots) ? STILL_ANSWERING : NOT_YET_ANSWERING)
    if (printed.size === 0)
      printMessage(stderr, `Try a request, or save a file in ${displayPathOf(content)}; Ctrl-C stops.`)
    for (const key of workspaces.map(({ keys }) => keys[0]!)) {
      if (!printed.has(key)) printLine(stderr, '  ', paint.cyan(curlLine(url, key)))
      printed.add(key)
    }
  }
}

const STILL_ANSWERING = 'The last good build is still being served.'
const NOT_YET_ANSWERING = 'Requests are answered 503 until this is fixed.'

/**
 * Double quotes mean the same in every shell, and neither keys nor URLs contain characters that are special within them.
 * In PowerShell 5, `curl` is another program.
 */
export function curlLine(url: string, key: string, platform = process.platform): string {
  const program = platform === 'win32' ? 'curl.exe' : 'curl'
  return `${program} "${url}/v1/${key}/posts?limit=1&select=slug,title"`
}
