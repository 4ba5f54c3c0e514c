// The parts of a release: the tarballs of all three packages, packed in a clone of the committed HEAD.
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../vercel/command.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Each package by its name, and the folder that it is packed in. The order is that of publishing. */
export const packages = { galley: '.', 'galley-client': 'client', 'create-galley': 'create' }

export interface Packed {
  filename: string
  version: string
  files: { path: string }[]
}

/** Clones HEAD into a new folder, with the packages that are installed here. */
export async function cloneHead(clone: string): Promise<void> {
  await run('git', ['clone', '--quiet', '--no-hardlinks', root, clone], { cwd: root })
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'), 'junction')
}

/** Packs a package of a clone. @param folder where the tarball is made */
export async function pack(clone: string, name: keyof typeof packages, folder: string): Promise<Packed> {
  mkdirSync(folder, { recursive: true })
  const args = ['pack', '--json', '--silent', '--pack-destination', folder]
  const [packed] = JSON.parse(await run('npm', args, { cwd: join(clone, packages[name]) }))
  return packed
}
