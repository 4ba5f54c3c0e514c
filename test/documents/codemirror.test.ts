// The editor of the writing desk is made by a script, and is in the repository: what is there is what the script's lock file says.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { read } from './guide.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const made = read('docs/desk/edit/codemirror.js')
const [head = '', code = ''] = made.split('*/\n', 2)

test('the editor is what its script has made of the versions in its lock file', () => {
  const lock = read('build/codemirror/package-lock.json')
  const { packages } = JSON.parse(lock)
  expect(head).toContain(`\nlock ${hash(lock)}\ncode ${hash(code.replace(/\n$/, ''))}\n`)
  const versions = [...head.matchAll(/^((?:@[a-z]+\/)?[a-z0-9-]+) (\d+\.\d+\.\d+)$/gm)]
  expect(versions.length).toBeGreaterThan(12)
  for (const [, name, version] of versions)
    expect(packages[`node_modules/${name}`].version, name).toBe(version)
})

test('the editor keeps the license of each package in it', () => {
  const parts = head.split(/^(?=(?:@[a-z]+\/)?[a-z0-9-]+ \d+\.\d+\.\d+\n\n)/m).slice(1)
  expect(parts.length).toBeGreaterThan(2)
  for (const part of parts)
    expect(part).toMatch(/Copyright \(C\) .*The above copyright notice and this permission notice/s)
})

test('the editor has at most 130 KB compressed, and nothing that is installed or published has it', () => {
  expect(gzipSync(made).length).toBeLessThan(130_000)
  expect(read('package-lock.json')).not.toContain('codemirror')
})
