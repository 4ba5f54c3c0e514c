// A machine on which nothing but what .ci/programs names is installed, as the one of the workflow.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { programs } from '../support/program.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const path = mkdtempSync(join(tmpdir(), 'galley-programs-'))
afterAll(() => rmSync(path, { recursive: true, force: true }))

function found(program: string): string | undefined {
  const places = process.env.PATH!.split(delimiter).map((folder) => join(folder, program))
  return places.find((file) => {
    try {
      accessSync(file, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

test.skipIf(process.platform !== 'linux' || !process.env.CI)(
  'a suite that asks for most of these programs passes with a PATH of just them',
  () => {
    for (const program of programs.keys()) symlinkSync(found(program)!, join(path, program))
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const flags = ['--config', 'test/vitest.config.ts', '--mode', 'long']
    const args = [vitest, 'run', ...flags, 'test/server/bucket.long.ts']
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: root,
      env: { ...process.env, PATH: path, NO_COLOR: '1' },
      encoding: 'utf8',
    })
    expect(status, stdout + stderr).toBe(0)
    expect(stdout).toMatch(/Tests {2}\d+ passed(?: \| \d+ skipped)? \(\d+\)$/m)
  },
)
