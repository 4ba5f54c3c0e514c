// The command line as somebody has typed it, so that messages can say what to type instead.
import { basename, delimiter, dirname } from 'node:path'
import type { Console } from './command.ts'
import { shortestPath } from './project.ts'

/** The runners of packages' programs and scripts, by the name that each gives itself in the environment. */
const RUNNERS: Record<string, { program: string; script: (name: string) => string }> = {
  npm: { program: 'npx galley', script: (name) => `npm run ${name} --` },
  pnpm: { program: 'pnpm exec galley', script: (name) => `pnpm ${name}` },
  yarn: { program: 'yarn galley', script: (name) => `yarn ${name}` },
  bun: { program: 'bun x galley', script: (name) => `bun run ${name}` },
}

/** The names by which runners call a program that is no script; Yarn 1 calls it by its name. */
const NO_SCRIPTS = ['npx', 'bunx', 'exec', 'galley']

/** Returns the script of package.json that has started this process, and what runs it. */
export function scriptOf(env: NodeJS.ProcessEnv): { runner: string; name: string | undefined } | undefined {
  const { npm_lifecycle_event: event, npm_config_user_agent: agent = event && 'npm' } = env
  const runner = agent?.split('/')[0] ?? ''
  if (!Object.hasOwn(RUNNERS, runner)) return undefined
  return { runner, name: event === undefined || NO_SCRIPTS.includes(event) ? undefined : event }
}

/** Returns this command line with another value of a flag: `npx galley dev --drafts --port 3001`; if unknown, the flag alone. */
export function typedWith(flag: string, value: string, { argv, env, program }: Console): string {
  const [command = '', ...words] = argv
  const { runner = '', name } = scriptOf(env) ?? {}
  const found = RUNNERS[runner]
  const typed = name === undefined ? words : words.slice(ownWords(command, runner, env))
  const kept = typed.filter(
    (word, i) => word !== flag && !word.startsWith(`${flag}=`) && typed[i - 1] !== flag,
  )
  const end = [...kept, flag, value].map(quoted).join(' ')
  if (found && name !== undefined) return `${found.script(name)} ${end}`
  const isDownloaded = runner === 'pnpm' && env.npm_command === undefined
  const start = isDownloaded ? 'pnpm dlx galley' : (found?.program ?? ownStart(program, env.PATH))
  return start === undefined ? `${flag} ${value}` : `${start} ${command} ${end}`
}

/** Counts the script's words after the command: pnpm does not tell these from typed ones, and Yarn does not tell any. */
function ownWords(command: string, runner: string, env: NodeJS.ProcessEnv): number {
  if (runner === 'pnpm') return 0
  const words = env.npm_lifecycle_script?.split(' ')
  return words ? words.length - 1 - words.lastIndexOf(command) : Number.POSITIVE_INFINITY
}

function ownStart(program: string | undefined, path = ''): string | undefined {
  if (program === undefined || path.split(delimiter).includes(dirname(program)))
    return program && basename(program)
  const file = quoted(shortestPath(program, process.cwd()))
  return program.endsWith('.mjs') ? `node ${file}` : file
}

function quoted(word: string): string {
  return /[\s;&|<>()*?]/.test(word) ? `"${word}"` : word
}
