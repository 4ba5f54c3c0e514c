// The tables of docs/buckets.md: each row is tried with a fake in place of the network, which records what is asked, where and by whom.
// Stores by these names are not on this machine; test/server/bucket.long.ts has a real one.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { read } from '../documents/guide.ts'
import { ran } from '../support/command.ts'

interface Asked {
  url: string
  /** Of the key that has signed it. */
  key: string | undefined
  region: string | undefined
  session: string | null
}

let home: string
let asked: Asked[]
/** What the store answers to a request. */
let answer: (asked: Asked) => [status: number, code: string]

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'galley-stores-'))
  asked = []
  answer = () => [404, 'NoSuchKey']
  vi.stubGlobal('fetch', async (url: URL, { headers }: { headers: Headers }) => {
    const [, key, region] =
      / Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request,/.exec(headers.get('authorization')!) ?? []
    asked.push({ url: `${url}`, key, region, session: headers.get('x-amz-security-token') })
    const [status, code] = answer(asked.at(-1)!)
    return new Response(`<Error><Code>${code}</Code></Error>`, { status })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  rmSync(home, { recursive: true })
})

const pull = (env: NodeJS.ProcessEnv, address = 's3://content/blog') =>
  ran(['bucket', 'pull', address, '--dir', join(home, 'dist')], { HOME: home, ...env })
const nothing = { code: 2, stderr: 'galley: Nothing has been pushed there yet. Run galley bucket push.\n' }
const own = { AWS_ACCESS_KEY_ID: 'ID', AWS_SECRET_ACCESS_KEY: 's3cr3t', AWS_SESSION_TOKEN: 'T' }

/** Of each profile, the key has the name of the folder and its own. */
function writeCredentials(folder: string, profiles: readonly string[]): string {
  const lines = profiles.map((name) =>
    [`[${name}]`, `aws_access_key_id=${folder}-${name}`, 'aws_secret_access_key = s3cr3t # a note'].join(
      '\n',
    ),
  )
  mkdirSync(join(home, folder), { recursive: true })
  writeFileSync(
    join(home, folder, 'credentials'),
    `; ours\n${lines.join('\n\n')}\n[role]\nrole_arn = arn:aws\n`,
  )
  return join(home, folder, 'credentials')
}

/** The cells of the table below a heading of docs/buckets.md, without backticks. */
function rowsBelow(heading: string): string[][] {
  const [, text = ''] = read('docs/buckets.md').split(`\n## ${heading}\n`)
  const [section = ''] = text.split('\n## ')
  const [, ...rows] = [...section.replaceAll('`', '').matchAll(/^\| ([^-].*) \|$/gm)]
  return rows.map(([, row]) => row!.split(/\s*\|\s*/))
}
const variablesIn = (cell = '') =>
  Object.fromEntries([...cell.matchAll(/(AWS_\w+)=([^\s,]+)/g)].map(([, name, value]) => [name!, value!]))

test.each(rowsBelow('Which stores'))('a bucket of %s', async (_, variables, address, url) => {
  const env = variablesIn(variables)
  expect(await pull({ ...own, ...env }, address)).toMatchObject(nothing)
  const region = env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? 'us-east-1'
  expect(asked).toEqual([{ url: `${url}/current.json`, key: 'ID', region, session: 'T' }])
})

test.each(rowsBelow('Whose credentials'))('the credentials of %s', async (_, variables, signedWith = '') => {
  writeCredentials('.aws', ['other', 'default', 'blog'])
  const env = variablesIn(variables)
  if (env.AWS_SHARED_CREDENTIALS_FILE) env.AWS_SHARED_CREDENTIALS_FILE = writeCredentials('etc', ['default'])
  const { stderr } = await pull(env)
  const [, key, profile, file] = /^(?:(ID)|\[(\w+)\] of (\S+)|nothing)/.exec(signedWith)!
  const folder = file?.startsWith('~') ? '.aws' : 'etc'
  if (signedWith.startsWith('nothing')) expect(stderr).toContain('below [role] in ~/.aws/credentials')
  else
    expect([stderr, asked.map((one) => one.key)]).toEqual([nothing.stderr, [key ?? `${folder}-${profile}`]])
})

test.each([
  ['refuses the old ones', 400, 'ExpiredToken'],
  ['does not know them any more', 403, 'InvalidAccessKeyId'],
  ['is busy', 503, 'SlowDown'],
])('a profile is read again where the store %s', async (_, status, code) => {
  const file = writeCredentials('.aws', ['default'])
  const renewed = '[default]\naws_access_key_id = NEW\naws_secret_access_key = s3cr3t\n'
  answer = () => {
    answer = () => [404, 'NoSuchKey']
    // Whoever renews it is in the middle of that.
    writeFileSync(file, renewed.slice(0, 40))
    setTimeout(() => writeFileSync(file, renewed), 50)
    return [status, code]
  }
  expect(await pull({})).toMatchObject(nothing)
  expect(asked.map(({ key }) => key)).toEqual(['.aws-default', 'NEW'])
})

test.each<[string, NodeJS.ProcessEnv, RegExp]>([
  [
    'only half of them',
    { AWS_ACCESS_KEY_ID: 'x' },
    /^galley: AWS_SECRET_ACCESS_KEY is missing, which belongs/,
  ],
  [
    'none',
    {},
    /^galley: the credentials of the bucket are missing: set .* names, which cannot be read \(ENOENT\)\n$/,
  ],
  ['a profile that is not there', { AWS_PROFILE: 'b' }, /below \[b\] in ~\/\.aws\/credentials/],
  ...['store.example.org', 'https://', 'https://a/?b', 'https://a@b', 'https://a/b c', 'https://a:99999'].map(
    (value): [string, NodeJS.ProcessEnv, RegExp] => [
      `the address ${value}`,
      { ...own, AWS_ENDPOINT_URL: value },
      /^galley: AWS_ENDPOINT_URL is not the address of a store\. Write https:\/\/host or https:\/\/host\/path\.\n$/,
    ],
  ),
])('says what is wrong with %s', async (_, env, message) => {
  const { code, stderr } = await pull(env)
  expect([code, stderr, asked]).toEqual([2, expect.stringMatching(message), []])
})
