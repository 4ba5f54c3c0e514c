// Builds one generation after the other, in a thread of its own: a process for each would take longer to start than to build.
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { build } from '../../build/index.ts'
import { typescript } from '../support/script.ts'
import { writeGeneration } from './content.ts'

export interface Publisher {
  /** Writes the next generation and builds it. */
  publish(): Promise<void>
  stop(): Promise<unknown>
}

/** @param out where to build, like `--out` */
export function startPublisher(content: string, out: string): Publisher {
  const worker = new Worker(fileURLToPath(import.meta.url), {
    workerData: { content, out },
    execArgv: typescript,
  })
  let generation = 0
  return {
    async publish() {
      worker.postMessage(++generation)
      const [problem] = await once(worker, 'message')
      if (problem) throw new Error(`generation ${generation} was not built: ${problem}`)
    },
    stop: () => worker.terminate(),
  }
}

if (!isMainThread) {
  const { content, out } = workerData
  const env = { GALLEY_CACHE: 'off', BASE_URL: 'http://127.0.0.1' }
  parentPort!.on('message', async (generation: number) => {
    try {
      writeGeneration(content, generation)
      const { problems } = await build({ content, out, drafts: false, strict: true, env })
      parentPort!.postMessage(problems[0]?.message)
    } catch (error) {
      parentPort!.postMessage(String(error))
    }
  })
}
