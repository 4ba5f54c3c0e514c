// The registry that packages are published to and installed from, with all that Galley needs to run: no other one is asked.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../vercel/command.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const program = fileURLToPath(new URL('registry.mjs', import.meta.url))

export interface Registry {
  url: string
  /** Settings of npm by which it knows the registry, and may publish there. */
  userConfig: string
  stop(): Promise<void>
}

export async function startRegistry(folder: string): Promise<Registry> {
  mkdirSync(folder, { recursive: true })
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const [line] = await Promise.race([once(child.stdout, 'data'), ended])
  const url = String(line).trim()
  if (!url.startsWith('http://127.0.0.1:')) throw new Error(`The registry did not start: ${url}`)
  const userConfig = join(folder, 'npmrc')
  // The registry lets everybody publish; npm itself asks for a token.
  writeFileSync(userConfig, `registry=${url}/\n//${new URL(url).host}/:_authToken=anybody\n`)
  return {
    url,
    userConfig,
    async stop() {
      child.kill()
      await ended
    },
  }
}

interface Locked {
  dev?: boolean
  optional?: boolean
  peer?: boolean
}

/** Publishes what a project with Galley installs besides it, as it is installed here. @returns how many packages there are */
export async function publishNeeded({ url }: Registry, folder: string): Promise<number> {
  const lock: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  const places = Object.entries(lock.packages)
    .filter(([path, { dev, optional, peer }]) => path !== '' && !dev && !optional && !peer)
    .map(([path]) => join(root, path))
    .filter((path) => existsSync(path))
  mkdirSync(folder, { recursive: true })
  const args = ['pack', '--json', '--silent', '--ignore-scripts', '--pack-destination', folder, ...places]
  const packed: { filename: string }[] = JSON.parse(await run('npm', args, { cwd: root }))
  for (const [index, { filename }] of packed.entries()) {
    const manifest = JSON.parse(readFileSync(join(places[index]!, 'package.json'), 'utf8'))
    await put(url, manifest, readFileSync(join(folder, filename)))
  }
  return packed.length
}

/** Publishes as npm does, without starting one for each package. */
async function put(url: string, manifest: { name: string; version: string }, tarball: Buffer): Promise<void> {
  const { name, version } = manifest
  const file = `${name}-${version}.tgz`
  const dist = {
    integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    shasum: createHash('sha1').update(tarball).digest('hex'),
    tarball: `${url}/${name}/-/${file}`,
  }
  const body = {
    _id: name,
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, _id: `${name}@${version}`, dist } },
    _attachments: {
      [file]: {
        content_type: 'application/octet-stream',
        data: tarball.toString('base64'),
        length: tarball.length,
      },
    },
  }
  const headers = { 'Content-Type': 'application/json' }
  const request = { method: 'PUT', headers, body: JSON.stringify(body) }
  const reply = await fetch(`${url}/${name.replace('/', '%2f')}`, request)
  if (!reply.ok) throw new Error(`${name} ${version} was not published: ${await reply.text()}`)
}
