// Carries out a Dockerfile without Docker: each stage in an empty root folder, on this system's programs and libraries.
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Another root, and mounts of one's own, take privileges that not every machine gives. */
export const cannotEnter =
  process.platform !== 'linux' ||
  process.getuid?.() !== 0 ||
  spawnSync('unshare', ['--mount', 'chroot', '/', 'true']).status !== 0

export interface Image {
  root: string
  workdir: string
  env: Record<string, string>
  user: string
  healthCheck: string[]
  command: string[]
}

interface Recipe {
  dockerfile: string
  /** The folder that is sent to Docker, as far as this text of a .dockerignore leaves it. */
  context: string
  ignore: string
  args: Record<string, string>
  /** Where to make root folders. */
  into: string
  /** Packages that stand in for `npm ci`. */
  packages: string
}

export function containerExample(name: string): string {
  return readFileSync(new URL(`../../examples/container/${name}`, import.meta.url), 'utf8')
}

/**
 * What the example makes of a project whose packages are installed.
 * @param into where to make root folders
 * @param args as `--build-arg` sets them
 */
export function imageOf(
  project: string,
  into: string,
  args: Record<string, string>,
  packages = join(project, 'node_modules'),
): Image {
  const [dockerfile, ignore] = [containerExample('Dockerfile'), containerExample('.dockerignore')]
  const all = { BASE_URL: 'https://api.example.org', SOURCE_DATE_EPOCH: '1780000000', ...args }
  return made({ dockerfile, ignore, context: project, args: all, into, packages })
}

/** The last stage. @throws {Error} if a step fails, or is one that this does not know */
function made({ dockerfile, context, ignore, args, into, packages }: Recipe): Image {
  const stages = new Map<string, Image>()
  let image!: Image
  for (const [operation, rest] of instructionsOf(dockerfile)) {
    const words = rest.split(' ')
    if (operation === 'FROM') {
      image = emptyImage(join(into, `stage-${stages.size}`))
      stages.set(words[2] ?? 'last', image)
    } else if (operation === 'WORKDIR') {
      image.workdir = rest
      mkdirSync(join(image.root, rest), { recursive: true })
    } else if (operation === 'ENV') {
      for (const word of words) Object.assign(image.env, Object.fromEntries([word.split('=')]))
    } else if (operation === 'ARG') {
      const [name = '', value = ''] = rest.split('=')
      image.env[name] = args[name] ?? value
    } else if (operation === 'COPY') {
      const from = /^--from=(\S+) (\S+) \.\/$/.exec(rest)
      const target = join(image.root, image.workdir)
      if (from)
        cpSync(join(stages.get(from[1]!)!.root, from[2]!), target, {
          recursive: true,
          verbatimSymlinks: true,
        })
      else copyContext(context, ignore, words.slice(0, -1), target)
    } else if (operation === 'RUN') {
      if (rest.startsWith('npm ci ')) mkdirSync(join(image.root, image.workdir, 'node_modules'))
      else run(image, packages, rest)
    } else if (operation === 'USER') image.user = rest
    else if (operation === 'CMD') image.command = JSON.parse(rest)
    else if (operation === 'HEALTHCHECK') image.healthCheck = JSON.parse(/ CMD (\[.*\])$/.exec(rest)![1]!)
    else if (operation !== 'EXPOSE') throw new Error(`unknown instruction ${operation}`)
  }
  return image
}

export function instructionsOf(dockerfile: string): [operation: string, rest: string][] {
  const lines = dockerfile.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)])
}

function emptyImage(root: string): Image {
  mkdirSync(join(root, 'etc'), { recursive: true })
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/:/bin/sh\nnode:x:1000:1000::/tmp:/bin/sh\n')
  for (const folder of ['tmp', 'proc', 'dev', 'opt/node']) mkdirSync(join(root, folder), { recursive: true })
  for (const name of systemFolders()) {
    if (lstatSync(`/${name}`).isSymbolicLink()) symlinkSync(readlinkSync(`/${name}`), join(root, name))
    else mkdirSync(join(root, name))
  }
  return { root, workdir: '/', env: {}, user: 'root', healthCheck: [], command: [] }
}

function systemFolders(): string[] {
  return ['usr', 'bin', 'sbin', 'lib', 'lib64'].filter((name) => existsSync(`/${name}`))
}

/** What patterns of the context are copied, as Docker reads a .dockerignore: the last line that matches decides. */
function copyContext(context: string, ignore: string, patterns: string[], target: string): void {
  const rules = ignore
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ isLeft: line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }))
  const isIn = (path: string) => rules.findLast(({ pattern }) => pattern.test(path))?.isLeft ?? true
  const wanted = patterns.map((pattern) => (pattern === '.' ? /^/ : patternOf(pattern)))
  for (const entry of readdirSync(context, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(context.length + 1)
    if (!entry.isFile() || !isIn(path) || !wanted.some((pattern) => pattern.test(path))) continue
    mkdirSync(dirname(join(target, path)), { recursive: true })
    cpSync(join(context, path), join(target, path))
  }
}

/** Matches a path, and whatever is in a folder of that path. */
function patternOf(glob: string): RegExp {
  const source = glob
    .replace(/[.+^$()|[\]{}]/g, '\\$&')
    .replaceAll('**/', '(?:.*/)?')
    .replace(/(?<!\.)\*/g, '[^/]*')
  return new RegExp(`^${source}(?:/|$)`)
}

/** Mounts what an image has of this system, and nothing that can be written to if asked; then changes the root. */
const script = `
set -e
root=$1 mode=$2 packages=$3 user=$4 workdir=$5; shift 5
mount --bind "$root" "$root"
for name in ${systemFolders().join(' ')}; do
  [ -L "/$name" ] || { mount --bind "/$name" "$root/$name"; mount -o remount,ro,bind "$root/$name"; }
done
mount --bind "${dirname(process.execPath)}" "$root/opt/node"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind "$packages" "$root$workdir/node_modules"
mount -o remount,ro,bind "$root$workdir/node_modules"
if [ "$mode" = read-only ]; then
  mount -o remount,ro,bind "$root"
  mount -t tmpfs tmpfs "$root/tmp"
fi
exec chroot --userspec="$user" "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$workdir" "$@"
`

function run(image: Image, packages: string, command: string): void {
  const done = spawnSync('unshare', entering(image, 'writable', packages, ['sh', '-c', command]), {
    env: { PATH: '/opt/node:/usr/bin:/bin:/usr/sbin', ...image.env },
    encoding: 'utf8',
  })
  if (done.status !== 0)
    throw new Error(`${command} ended with ${done.status}:\n${done.stdout}${done.stderr}`)
}

/** As `docker run --read-only --tmpfs /tmp` does. */
export function start(image: Image, packages: string, command: string[], env: Record<string, string> = {}) {
  return spawn('unshare', entering(image, 'read-only', packages, command), {
    env: { PATH: '/opt/node:/usr/bin:/bin:/usr/sbin', ...image.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function entering(
  image: Image,
  mode: 'writable' | 'read-only',
  packages: string,
  command: string[],
): string[] {
  const user = image.user === 'root' ? '0:0' : '1000:1000'
  const fixed = [
    '--mount',
    'sh',
    '-c',
    script,
    'sh',
    image.root,
    mode,
    resolve(packages),
    user,
    image.workdir,
  ]
  return [...fixed, ...command]
}
