// What keeps a post from the public: what marks.ts says of its front matter, and passwords. Secrets are not carried over.
import type { SourceData } from '../source.ts'
import { flagOf, folded, KeyedData, textsOf } from './keyed.ts'
import { isData } from './languages.ts'
import { PRIVACY, type PrivacyMark } from './marks.ts'

/** Maps that sites keep keys of their own in. */
const MAPS = ['params', 'extra', 'custom', 'meta']

const marksOf = (program: string) => [...PRIVACY.any!.marks!, ...(PRIVACY[program]?.marks ?? [])]

/** The values that marks find, by the paths of keys. */
function* found(data: KeyedData, marks: readonly PrivacyMark[]) {
  const maps = ['', ...MAPS.filter((map) => isData(data.at(map))).map((map) => `${map}.`)]
  for (const mark of marks)
    for (const key of mark.keys.split(' '))
      for (const map of maps) {
        const value = textsOf(data.at(map + key)).join(', ')
        if (value !== '') yield { path: map + key, value, mark }
      }
}

/** What hides a post, such as `draft: true`; whichever way it is said, the keys go. */
export function takeHidden(data: KeyedData, program: string): string[] {
  const why: string[] = []
  for (const { path, value, mark } of found(data, marksOf(program))) {
    if (mark.hides.test(value)) why.push(`${path}: ${value}`)
    if (mark.hides.test(value) || mark.shows?.test(value)) data.take(path)
  }
  return why
}

/** What keeps a post of an export from the public: its columns, by the names that marks.ts has, and its text. */
export function hiddenBy(program: string, columns: SourceData, text = ''): string | undefined {
  const { marks = [], texts } = PRIVACY[program] ?? {}
  for (const { path, value, mark } of found(new KeyedData(columns), marks))
    if (mark.hides.test(value)) return `${path}: ${value}`
  return texts?.test(text) ? 'parts of it are for some only' : undefined
}

/** What leaves a post public, but not everywhere. */
export function toldOf(data: KeyedData, program: string): string[] {
  const tells = [...PRIVACY.any!.tells!, ...(PRIVACY[program]?.tells ?? [])]
  return [...found(data, tells)].flatMap(({ path, value, mark }) =>
    mark.hides.test(value) ? [`${path}: ${value}`] : [],
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

/** Without case, hyphens and underscores. */
const PASSWORD =
  /(?:password|passwd|passphrase|passcode|pwd|pswd|passwort|kennwort|contraseña|motdepasse|senha|пароль)s?(?:hash|md5|sha\d*|enc|encrypted)?$|^(?:pass|secret)$|密[码碼]|口令|パスワード|비밀번호/

/** What is for machines: tokens and keys of services. Flags and numbers are none. */
const SECRET =
  /(?:secret|token|credential|authorization|jwt|webhook|webhookurl|connectionstring|databaseurl|(?:api|app|access|auth|private|secret|client|license|signing|encryption|ssh|service|bearer|master)key(?:id)?)s?$/

/** Short words for a password, as the last of several: `smtp_pass`, `dbPw`. */
const SHORT = /[-_ ](?:pass|pw)$|[a-z\d](?:Pass|PW|Pw)$|^pw$/

const isSecret = (key: string) => SECRET.test(folded(key)) || SHORT.test(key)

export interface Secrets {
  /** True if there was a password. */
  isLocked: boolean
  /** Other keys that were removed. */
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
