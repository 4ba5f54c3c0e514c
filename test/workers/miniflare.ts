// Starts what `galley build --target cloudflare` has written, in workerd itself, with the settings that wrangler would read.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Running } from '../vercel/function.ts'

/** As far as it is used here: its package is not installed with the project's. */
interface Library {
  Miniflare: new (
    options: object,
  ) => { ready: Promise<URL>; getInspectorURL(): Promise<URL>; dispose(): Promise<void> }
}

export interface RunningWorker extends Running {
  /** What the isolate holds, in bytes: what V8 has on its heap, and buffers, the modules of data among them. */
  held(): Promise<number>
}

/** @param folder dist/worker */
export async function startWorker(folder: string, env: Record<string, string> = {}): Promise<RunningWorker> {
  const { Miniflare } = (await import('miniflare' as string)) as Library
  const settings = JSON.parse(readFileSync(join(folder, 'wrangler.json'), 'utf8'))
  const main = join(folder, settings.main)
  const modulesRoot = join(main, '..')
  const data = readdirSync(join(modulesRoot, 'data'), { recursive: true, withFileTypes: true })
  const files = data.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  const { directory, binding, ...assetConfig } = settings.assets
  let log = ''
  const note = (text: Buffer) => {
    log += text
  }
  const worker = new Miniflare({
    inspectorPort: 0,
    modulesRoot,
    modules: [{ type: 'ESModule', path: main }, ...files.map((path) => ({ type: 'Data', path }))],
    compatibilityDate: settings.compatibility_date,
    compatibilityFlags: settings.compatibility_flags,
    bindings: { ...settings.vars, ...env },
    assets: {
      directory: join(folder, directory),
      binding,
      assetConfig,
      routerConfig: { has_user_worker: true },
    },
    handleRuntimeStdio(...streams: NodeJS.ReadableStream[]) {
      for (const stream of streams) stream.on('data', note)
    },
  })
  const port = Number((await worker.ready).port)
  const held = async () => heapUsage(await worker.getInspectorURL())
  return { port, direct: port, log: () => log, held, stop: () => worker.dispose() }
}

/** Asks the inspector of the Worker. */
async function heapUsage(inspector: URL): Promise<number> {
  const listed = await fetch(`http://${inspector.host}/json`)
  const targets = (await listed.json()) as { id: string; webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(targets.find(({ id }) => id.startsWith('core:user'))!.webSocketDebuggerUrl)
  const usage = await new Promise<Record<string, number>>((resolve, reject) => {
    socket.onerror = reject
    socket.onopen = () => socket.send(JSON.stringify({ id: 1, method: 'Runtime.getHeapUsage' }))
    socket.onmessage = ({ data }) => {
      const { id, result } = JSON.parse(String(data))
      if (id === 1) resolve(result)
    }
  })
  socket.close()
  return usage.totalSize! + usage.embedderHeapUsedSize! + usage.backingStorageSize!
}
