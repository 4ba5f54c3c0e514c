// A network of its own for a process, with small buffers as across the internet. Without the right to make one, what the system
// has taken would hide what a server holds.
import { spawnSync } from 'node:child_process'

const network =
  'ip link set lo up && sysctl -qw net.ipv4.tcp_wmem="4096 16384 65536" net.ipv4.tcp_rmem="4096 8192 16384"'
const inNetwork = (command: string, ...rest: string[]) =>
  spawnSync('unshare', ['-rn', 'bash', '-c', `${network} && ${command}`, ...rest], { encoding: 'utf8' })

export const isolated = {
  isPossible: inNetwork('true').status === 0,
  run: (command: readonly string[]) => inNetwork('exec "$@"', '--', ...command),
}
