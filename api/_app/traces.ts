// Stack traces of bundled code that name its sources. Node does the same when told to, at every start; here the source map is
// read when the first stack trace is (docs/design/start.md).
import { readFileSync } from 'node:fs'
import type { SourceMap } from 'node:module'

/**
 * @param url of the bundle
 * @param mapUrl of its source map
 * @param name that V8 knows it by
 */
export function traceSources(url: string, mapUrl: URL, name = url): void {
  let map: SourceMap | undefined
  const inSource = (site: NodeJS.CallSite): string => {
    const [line, column] = [site.getLineNumber(), site.getColumnNumber()]
    if (site.getFileName() !== name || line === null || column === null) return `${site}`
    map ??= readMap(mapUrl)
    const origin = map.findOrigin(line, column)
    if (!('fileName' in origin)) return `${site}`
    const source = new URL(origin.fileName, url).href
    return `${site}`.replace(
      `${name}:${line}:${column}`,
      () => `${source}:${origin.lineNumber}:${origin.columnNumber}`,
    )
  }
  Error.prepareStackTrace = (error, sites) => {
    try {
      return lines(error, sites.map(inSource))
    } catch {
      return lines(error, sites)
    }
  }
}

function readMap(url: URL): SourceMap {
  // Imported, it would take a third of a millisecond of each start.
  const { SourceMap } = process.getBuiltinModule('node:module')
  return new SourceMap(JSON.parse(readFileSync(url, 'utf8')))
}

function lines(error: Error, sites: readonly unknown[]): string {
  return [Error.prototype.toString.call(error), ...sites].join('\n    at ')
}
