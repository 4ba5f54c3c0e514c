// Workspace keys: what is valid, which workspace has which, and that no two share one.
import type { Current } from '../../snapshot/read/current.ts'
import { ConfigurationError } from '../environment/configuration.ts'
import { type Location, WHOLE_FILE } from '../problems/location.ts'
import { type Checked, type Problem, problemAt, quoted, warning } from '../problems/problem.ts'
import { didYouMean } from '../problems/suggest.ts'

/** First path segments that mean something else. */
const RESERVED = new Set(
  'v1 api status media posts post categories tags authors openapi.json docs'.split(' '),
)

export const KEY_HINT = 'A key is 1 to 64 of A–Z a–z 0–9 _ - and not a word that the API reserves.'

/** Letters and digits, without those that look alike: 0 and O, I and l. */
export const KEY_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The length of a secret key: this many characters of that alphabet are 128 bits. */
export const SECRET_KEY_LENGTH = 22

export function isKey(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text) && !RESERVED.has(text)
}

/** The part of a workspace's settings that its keys depend on. */
interface KeySettings {
  folder: string
  /** The file, or the folder, in which problems with its keys are reported. */
  displayPath: string
  /** The keys from workspace.yml, else the folder's name. */
  keys: { value: string[]; areWritten: boolean; location: Location }
}

export interface AssignedKeys {
  keys: string[]
  /** They come from the environment. */
  areSecret: boolean
}

/**
 * The keys of each folder: from `GALLEY_KEYS`, else from its workspace.yml, else its name.
 * @throws {ConfigurationError} if `GALLEY_KEYS` is invalid or gives two workspaces the same key
 */
export function assignKeys(
  all: readonly KeySettings[],
  environment: string | undefined,
): Checked<Map<string, AssignedKeys>> {
  const secret = keysFromEnvironment(
    environment,
    all.map(({ folder }) => folder),
  )
  const owners = new Map<string, KeySettings>()
  const keys = new Map<string, AssignedKeys>()
  const problems: Problem[] = []
  for (const settings of all) {
    const own = new Set(secret.get(settings.folder) ?? settings.keys.value)
    keys.set(settings.folder, { keys: [...own], areSecret: secret.has(settings.folder) })
    if (secret.get(settings.folder)?.some(isShort)) problems.push(shortKey(settings))
    for (const key of own) {
      const owner = owners.get(key)
      if (owner && (secret.has(settings.folder) || secret.has(owner.folder))) {
        const both = `${quoted(owner.folder)} and ${quoted(settings.folder)}`
        throw new ConfigurationError(`With GALLEY_KEYS, ${both} have the same key.`)
      }
      if (owner || !isKey(key)) problems.push(keyProblem(key, settings, owner))
      owners.set(key, owner ?? settings)
    }
  }
  return { value: keys, problems }
}

function isShort(key: string): boolean {
  return key.length < SECRET_KEY_LENGTH
}

/** Names the workspace but never the key: short or not, it is a secret. */
function shortKey({ displayPath, folder }: KeySettings): Problem {
  const message = `GALLEY_KEYS has a key for ${quoted(folder)} of fewer than ${SECRET_KEY_LENGTH} characters, which can be guessed.`
  const hint = 'Use one from galley key, or write a key that need not be secret in workspace.yml.'
  return problemAt(displayPath, WHOLE_FILE, warning('short-key', message, hint))
}

/** Warns of workspaces that other keys opened before, and nothing but the name of their folder does now. */
export function exposedKeys(
  all: readonly { settings: KeySettings; keys: AssignedKeys }[],
  before: Current | undefined,
): Problem[] {
  const message = 'The name of the folder is the key of this workspace now, and was none before.'
  return all.flatMap(({ settings: { folder, displayPath, keys }, keys: { areSecret } }) => {
    const were = before?.workspaces.get(folder)?.keys
    if (areSecret || keys.areWritten || were === undefined || were.includes(folder)) return []
    const hint = `Set GALLEY_KEYS as before, or if everybody may read it, write key: ${folder} in workspace.yml.`
    return [problemAt(displayPath, WHOLE_FILE, warning('short-key', message, hint))]
  })
}

function keyProblem(
  key: string,
  { displayPath, keys }: KeySettings,
  owner: KeySettings | undefined,
): Problem {
  const mistake = owner
    ? { message: `The key ${quoted(key)} is already that of ${owner.folder}.`, hint: 'Write another key.' }
    : {
        message: `The folder's name ${quoted(key)} is not a valid key.`,
        hint: `Write key: … in workspace.yml. ${KEY_HINT}`,
      }
  return problemAt(displayPath, keys.location, { code: 'bad-key', ...mistake })
}

/**
 * Parses `demo=ws_8Fh,docs=ws_2Kq`; a folder named twice has both keys. Keys are secrets: no message repeats one.
 */
function keysFromEnvironment(value = '', folders: readonly string[]): Map<string, string[]> {
  const keys = new Map<string, string[]>()
  for (const entry of value.split(',').filter((part) => part.trim() !== '')) {
    const [folder = '', key, more] = entry.split('=').map((part) => part.trim())
    if (key === undefined || more !== undefined) {
      throw new ConfigurationError('GALLEY_KEYS cannot be read. Write it as demo=KEY,docs=KEY.')
    }
    if (!folders.includes(folder)) {
      const hint = didYouMean(folder, folders, `Workspaces: ${folders.join(', ')}.`)
      throw new ConfigurationError(`GALLEY_KEYS names ${quoted(folder)}, which is not a workspace. ${hint}`)
    }
    if (!isKey(key))
      throw new ConfigurationError(`In GALLEY_KEYS, the key of ${quoted(folder)} is invalid. ${KEY_HINT}`)
    keys.set(folder, [...(keys.get(folder) ?? []), key])
  }
  return keys
}
