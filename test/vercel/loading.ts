// How long a new instance spends before it can answer, and where its stack traces lead.
import assert from 'node:assert/strict'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Checks } from '../support/checks.ts'
import { run } from './command.ts'

/** Three times as many modules as that take longer than one file, on any machine. */
const limit = 0.65
const rounds = 7

export async function checkLoading({ check }: Checks, folder: string, project: string): Promise<void> {
  await check(`the function is imported in ${limit} of the time of its modules`, async () => {
    const modules = `${folder}-modules`
    cpSync(folder, modules, { recursive: true })
    rmSync(join(modules, 'dist/function'), { recursive: true })
    const [bundled, apart]: [number[], number[]] = [[], []]
    for (let i = 0; i < rounds; i++) {
      bundled.push(await importTime(folder))
      apart.push(await importTime(modules))
    }
    rmSync(modules, { recursive: true })
    const [one, many] = [Math.min(...bundled), Math.min(...apart)]
    console.log(`      CPU ${one.toFixed(1)} ms, as modules ${many.toFixed(1)} ms, least of ${rounds}`)
    assert.ok(one <= limit * many, `${one} and ${many} ms`)
  })
  await check('a logged stack trace names files and lines of the sources', async () => {
    const log = await evaluate(
      `const { default: handle } = await import(${urlOf(folder)})
       const response = { writeHead: (status) => console.log(status), end() {} }
       await handle({ method: 'GET', url: '/', headers: null }, response)`,
    )
    assert.match(log, /^500$/m)
    const places = [...log.matchAll(/file:\/\/\S*?(\/api\/_app\/\S+):(\d+):\d+/g)]
    assert.ok(places.length > 3 && places.every(([, path]) => path!.endsWith('.ts')), log)
    const [, path, line] = places[0]!
    assert.match(
      readFileSync(join(project, path!), 'utf8').split('\n')[Number(line) - 1]!,
      /= headers\[/,
      log,
    )
  })
}

async function importTime(folder: string): Promise<number> {
  const code = `const before = process.cpuUsage()
    await import(${urlOf(folder)})
    const { user, system } = process.cpuUsage(before)
    console.log((user + system) / 1000)`
  return Number(await evaluate(code))
}

function urlOf(folder: string): string {
  return JSON.stringify(pathToFileURL(join(folder, 'api/index.js')).href)
}

function evaluate(code: string): Promise<string> {
  return run(process.execPath, ['--input-type=module', '-e', code], { cwd: '/' })
}
