// `npm run test:mcp`: the official clients of the Model Context Protocol read the guide from a running server. Installs them in this
// folder first; some ten seconds. `npm run test:vercel` runs them against the built function, if they are installed.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from '../../build/index.ts'
import { serve } from '../../server/index.ts'
import { unlimited } from '../support/server.ts'
import { useClients } from './use-clients.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: here, stdio: 'inherit' })
const out = mkdtempSync(join(tmpdir(), 'galley-mcp-'))
const content = fileURLToPath(new URL('../../content', import.meta.url))
const { problems } = await build({
  content,
  out,
  drafts: false,
  strict: false,
  env: { BASE_URL: 'https://api.example.org' },
})
if (problems.length > 0) throw new Error(problems[0]!.message)
const folders = { data: join(out, 'data'), public: join(out, 'public') }
const running = await serve({ ...folders, port: 0, host: '127.0.0.1', env: unlimited, log: () => {} })
try {
  console.log(await useClients(`${running.url}/v1/demo/mcp`))
} finally {
  await running.close()
  rmSync(out, { recursive: true, force: true })
}
