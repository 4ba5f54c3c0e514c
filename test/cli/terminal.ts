// A real terminal: a shell in a window of tmux, keys typed into it, and what its screen shows.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

export interface Terminal {
  /** The screen without trailing empty lines. */
  screen(): string
  /** The same with colours as escape sequences. */
  colours(): string
  type(line: string): void
  /** As tmux calls keys: `C-c`. */
  press(...keys: string[]): void
  /** Resolves with the screen once it shows the pattern. */
  shows(pattern: RegExp): Promise<string>
  close(): void
}

const patienceMs = 30_000

/** @param env besides PATH and TERM */
export function terminal(cwd: string, env: Record<string, string> = {}): Terminal {
  const server = `galley-${randomUUID()}`
  const tmux = (...args: string[]) => {
    const { stdout, stderr, status } = spawnSync('tmux', ['-L', server, '-f', '/dev/null', ...args], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`tmux ${args[0]}: ${stderr}`)
    return stdout
  }
  const variables = { PATH: process.env.PATH!, TERM: 'screen-256color', PS1: '$ ', ...env }
  const shell = ['env', '-i', ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)]
  tmux('new-session', '-d', '-x', '120', '-y', '40', '-c', cwd, ...shell, 'bash', '--norc', '--noprofile')
  const capture = (...flags: string[]) => tmux('capture-pane', '-p', '-J', ...flags).trimEnd()
  const screen = () => capture().replace(/[ ]+$/gm, '')
  return {
    screen,
    colours: () => capture('-e'),
    type: (line) => tmux('send-keys', line, 'Enter'),
    press: (...keys) => tmux('send-keys', ...keys),
    async shows(pattern) {
      const end = performance.now() + patienceMs
      for (let output = screen(); ; output = screen()) {
        if (pattern.test(output)) return output
        if (performance.now() > end) throw new Error(`the screen never showed ${pattern}:\n${output}`)
        await pause(20)
      }
    },
    close: () => tmux('kill-server'),
  }
}
