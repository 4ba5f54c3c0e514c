// Finds what keeps a post from the public: what marks.ts says of its front matter, and passwords. Secrets are not carried over.
import { addToList } from '../lists.ts'
import { cut } from '../names.ts'
import type { SourceData, SourceValue } from '../source.ts'
import { flagOf, folded, KeyedData, textsOf } from './keyed.ts'
import { isData } from './languages.ts'
import { PRIVACY, type PrivacyMark } from './marks.ts'

/** The most bytes of a value in the report, in UTF-8. */
const MAX_SHOWN = 60

/** Maps that sites keep keys of their own in. */
const MAPS = ['params', 'extra', 'custom', 'meta']

const marksOf = (program: string) => [...PRIVACY.any!.marks!, ...(PRIVACY[program]?.marks ?? [])]

/** Marks by their keys, without case, hyphens and underscores. */
function byKey(marks: readonly PrivacyMark[]) {
  const index = new Map<string, { path: string; mark: PrivacyMark }[]>()
  for (const mark of marks)
    for (const path of mark.keys.split(' ')) addToList(index, folded(path), { path, mark })
  return index
}

const INDEXES = Object.fromEntries(
  Object.entries(PRIVACY).map(([program, { marks = [], reported = [] }]) => [
    program,
    { own: byKey(marks), reported: byKey(reported) },
  ]),
)

/** The values that marks find, by the paths of keys: there are more marks than keys. */
function* found(
  data: SourceData,
  indexes: readonly ReturnType<typeof byKey>[],
  above = '',
): Generator<FoundMark> {
  for (const [key, value] of Object.entries(data)) {
    const name = folded(key)
    yield* marksAt(name, value)
    if (!isData(value)) continue
    for (const [inner, one] of Object.entries(value)) yield* marksAt(`${name}.${folded(inner)}`, one)
    if (MAPS.includes(name) && above === '') yield* found(value, indexes, `${key}.`)
  }

  function* marksAt(key: string, written: SourceValue): Generator<FoundMark> {
    const value = textsOf(written).join(', ')
    const known = value === '' ? [] : indexes.flatMap((index) => index.get(key) ?? [])
    for (const { path, mark } of known) yield { path: above + path, value, mark }
  }
}

interface FoundMark {
  path: string
  value: string
  mark: PrivacyMark
}

const indexesOf = (program: string, which: 'own' | 'reported') =>
  ['any', program].flatMap((one) => INDEXES[one]?.[which] ?? [])

/** Says what hides a post, such as `draft: true`; takes the keys that say it, or the opposite. */
export function takeHidden(data: KeyedData, program: string): string[] {
  const why: string[] = []
  for (const { path, value, mark } of found(data.rest(), indexesOf(program, 'own'))) {
    if (mark.hides.test(value)) why.push(`${path}: ${cut(value, MAX_SHOWN)}`)
    if (mark.hides.test(value) || mark.shows?.test(value)) data.take(path)
  }
  return why
}

/** Says what keeps a post of an export from the public: its columns, by the names that marks.ts has, and its text. */
export function hiddenBy(program: string, columns: SourceData, text = ''): string | undefined {
  for (const { path, value, mark } of found(columns, [INDEXES[program]!.own]))
    if (mark.hides.test(value)) return `${path}: ${cut(value, MAX_SHOWN)}`
  return PRIVACY[program]!.texts?.test(text) ? 'parts of it are for some only' : undefined
}

/** Lists the keys that leave a post public, but not everywhere. */
export function reportedIn(data: KeyedData, program: string): string[] {
  return reportedMarks(data.rest(), indexesOf(program, 'reported'))
}

/** Lists the columns of an export that leave a post public, but not everywhere. */
export function reportedColumns(program: string, columns: SourceData): string[] {
  return reportedMarks(columns, [INDEXES[program]!.reported])
}

function reportedMarks(data: SourceData, indexes: readonly ReturnType<typeof byKey>[]): string[] {
  return [...found(data, indexes)].flatMap(({ path, value, mark }) =>
    mark.hides.test(value) ? [`${path}: ${cut(value, MAX_SHOWN)}`] : [],
  )
}

/** Gives a post what hides it and what the site says of it, unless it says something else itself. */
export function inheritHiding(data: SourceData, shared: readonly KeyedData[], program: string): void {
  const own = new KeyedData(data)
  const first = (path: string) => shared.map((one) => one.at(path)).find((one) => one !== undefined)
  for (const { keys, hides } of marksOf(program))
    for (const key of keys.split(' ')) {
      const [top = '', inner] = key.split('.')
      if (own.at(top) !== undefined) continue
      const maps = inner ? [] : MAPS.map((map) => `${map}.${key}`)
      const path = [key, ...maps].find((one) => hides.test(textsOf(first(one)).join(', ')))
      if (path !== undefined && own.at(path) === undefined)
        data[top] = inner ? { [inner]: first(path) } : first(path)
    }
  const locks = shared.flatMap((one) => Object.keys(one.rest())).filter((key) => PASSWORD.test(folded(key)))
  for (const key of [...locks, 'publishDate', 'expiryDate'])
    if (own.at(key) === undefined && first(key) !== undefined) data[key] = first(key)
}

/** Keys of passwords, without case, hyphens and underscores. */
const PASSWORD =
  /(?:password|passwd|passphrase|passcode|pwd|pswd|passwort|kennwort|contraseña|motdepasse|senha|пароль)s?(?:hash|md5|sha\d*|enc|encrypted)?$|^(?:pass|secret)$|密[码碼]|口令|パスワード|비밀번호/

/** Keys for machines: tokens and keys of services. Flags and numbers are none. */
const SECRET =
  /(?:secret|token|credential|authorization|jwt|webhook|webhookurl|connectionstring|databaseurl|(?:api|app|access|auth|private|secret|client|license|signing|encryption|ssh|service|bearer|master)key(?:id)?)s?$/

/** Short words for a password, as the last of several: `smtp_pass`, `dbPw`. */
const SHORT = /[-_ ](?:pass|pw)$|[a-z\d](?:Pass|PW|Pw)$|^pw$/

const isSecret = (key: string) => SECRET.test(folded(key)) || SHORT.test(key)

export interface Secrets {
  /** True if there was a password. */
  isLocked: boolean
  /** The other keys that were removed. */
  keys: string[]
}

/** Removes passwords and other secrets, however deep they are. */
export function takeSecrets(data: SourceData, secrets: Secrets = { isLocked: false, keys: [] }): Secrets {
  for (const [key, value] of Object.entries(data)) {
    const isText = (isData(value) || textsOf(value).length > 0) && flagOf(value) === undefined
    if (PASSWORD.test(folded(key))) {
      delete data[key]
      secrets.isLocked ||= isText || flagOf(value) === true
    } else if (isSecret(key) && isText && !/^\d{1,9}$/.test(textsOf(value).join())) {
      delete data[key]
      secrets.keys.push(key)
    } else for (const inner of [value].flat().filter(isData)) takeSecrets(inner, secrets)
  }
  return secrets
}
