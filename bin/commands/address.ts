// Where serve and dev listen: the flags, and what to write instead of an address that cannot be had.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { urlOf } from '../../server/listen.ts'
import type { Console, FlagValues } from '../cli/command.ts'
import { typedWith } from '../cli/typed.ts'

export const addressHelp = `\
  --port N        port to listen on, 0 for any free one (PORT, else 3000)
  --host H        address to listen on, 0.0.0.0 for all (127.0.0.1)
  --json          print JSON on standard output, one object per line
  --quiet         print only where it answers and what is wrong
  --help          print this help
`

/**
 * Chooses the address before a long build rather than after it, including a free port.
 * @throws {ConfigurationError} if the port is taken
 */
export async function chooseAddress(values: FlagValues, console: Console) {
  const { port, host } = addressOf(values, console.env)
  const address = await tryPort(port, host).catch(async (error) => {
    throw await explained(error, { port, host }, console)
  })
  return { port: address.port, url: urlOf(address) }
}

interface Address {
  port: number
  host: string
}

/** @throws {ConfigurationError} if the port is no number */
export function addressOf(values: FlagValues, env: NodeJS.ProcessEnv): Address {
  return {
    port: portOf(values.port, env),
    host: String(values.host ?? '127.0.0.1').replace(/^\[(.*)\]$/, '$1'),
  }
}

function portOf(flag: FlagValues[string], env: NodeJS.ProcessEnv): number {
  const text = String(flag ?? (env.PORT || '3000'))
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  const name = flag === undefined ? 'PORT' : '--port'
  throw new ConfigurationError(
    `${name} "${text}" is not a port. Write a number up to 65535, or 0 for any free port.`,
  )
}

/** What to write instead, if that is why the address cannot be listened at; else the error as it is. */
export async function explained(
  error: NodeJS.ErrnoException,
  { port, host }: Address,
  console: Console,
): Promise<Error> {
  const { code = '', syscall = '' } = error
  if (!['listen', 'getaddrinfo', 'bind'].includes(syscall)) return error
  if (code === 'EADDRINUSE') return new ConfigurationError(await portTaken(port, host, console))
  if (code === 'EACCES') {
    return new ConfigurationError(
      `Port ${port} needs rights that this user does not have (${code}). Try ${typedWith('--port', '8080', console)}, with a proxy before it.`,
    )
  }
  if (!/^(?:ENOTFOUND|EAI_\w+|EADDRNOTAVAIL|EAFNOSUPPORT|EINVAL)$/.test(code)) return error
  const socket = /^(?:unix:)?\.?\//.test(host) ? ' Unix sockets are not supported.' : ''
  return new ConfigurationError(
    `--host "${host}" is not an address of this machine (${code}).${socket} Write 127.0.0.1 for this machine alone, or 0.0.0.0 for all that reach it.`,
  )
}

async function portTaken(port: number, host: string, console: Console): Promise<string> {
  if (console.env.LISTEN_FDS) {
    return `Port ${port} is taken, probably by systemd: sockets from it (socket activation) are not supported. Disable the socket unit, and let the service listen by itself.`
  }
  const free = String(await freePort(port + 1, host))
  return `Port ${port} is taken. Try ${typedWith('--port', free, console)}.`
}

/** The first free port from `port` on; 0 if twenty in a row are taken. */
async function freePort(port: number, host: string): Promise<number> {
  for (let next = port; next < Math.min(port + 20, 65_536); next++) {
    const isFree = await tryPort(next, host).then(
      () => true,
      () => false,
    )
    if (isFree) return next
  }
  return 0
}

/** Rejects if the port is not free. */
async function tryPort(port: number, host: string): Promise<AddressInfo> {
  const server = createServer()
  await once(server.listen(port, host), 'listening')
  const address = server.address() as AddressInfo
  await once(server.close(), 'close')
  return address
}
