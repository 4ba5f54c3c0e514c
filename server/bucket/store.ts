// The store that a bucket is in, and whose credentials it takes: from the variables and the file that Amazon's own tools read.
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { BucketError } from './error.ts'

export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

/**
 * @returns the address of the bucket, without a slash at its end
 * @throws {BucketError} that says what to write if the variable has no address of a store
 */
export function storeOf(bucket: string, env: NodeJS.ProcessEnv): { url: string; region: string } {
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1'
  const name = env.AWS_ENDPOINT_URL_S3 ? 'AWS_ENDPOINT_URL_S3' : 'AWS_ENDPOINT_URL'
  const endpoint = env[name]
  if (endpoint && !(/^https?:\/\/[^/?#@\s]+(?:\/[\w.~-]+)*\/?$/.test(endpoint) && URL.canParse(endpoint)))
    throw new BucketError(`${name} is not the address of a store. Write https://host or https://host/path.`)
  // R2, MinIO, Ceph, Swift and others take the bucket as a path.
  if (endpoint) return { url: `${endpoint.replace(/\/$/, '')}/${bucket}`, region }
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  // The certificates of Amazon are for one name without a dot before that of the host.
  return { url: bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`, region }
}

/**
 * Returns the credentials of the variables, or else of a profile, as it is now: its file is replaced before they expire.
 * @throws {BucketError} that says what to write
 */
export function credentialsIn(env: NodeJS.ProcessEnv): Credentials {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_SESSION_TOKEN } = env
  const found =
    AWS_ACCESS_KEY_ID || AWS_SECRET_ACCESS_KEY
      ? [AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN]
      : profileIn(env)
  const [accessKeyId, secretAccessKey, sessionToken] = found
  if (accessKeyId && secretAccessKey)
    return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) }
  throw new BucketError(
    `${accessKeyId ? 'AWS_SECRET_ACCESS_KEY' : 'AWS_ACCESS_KEY_ID'} is missing, which belongs to the credentials of the bucket.`,
  )
}

/** Returns the values of its three keys. @throws {BucketError} if one may be there in a moment */
function profileIn(env: NodeJS.ProcessEnv): (string | undefined)[] {
  const profile = env.AWS_PROFILE || 'default'
  const file = env.AWS_SHARED_CREDENTIALS_FILE || join(env.HOME || homedir(), '.aws/credentials')
  const values: Record<string, string> = {}
  let [section, trouble] = ['', '']
  try {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const [, name, key, value = ''] = /^\s*(?:\[\s*([^\]]*?)\s*\]|(\w+)\s*=\s*(\S*))/.exec(line) ?? []
      if (name !== undefined) section = name
      else if (key && section === profile) values[key.toLowerCase()] = value
    }
  } catch (error) {
    trouble = `, which cannot be read (${(error as NodeJS.ErrnoException).code})`
  }
  const { aws_access_key_id: id, aws_secret_access_key: secret, aws_session_token: token } = values
  if (id && secret) return [id, secret, token]
  throw new BucketError(
    `the credentials of the bucket are missing: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write aws_access_key_id and aws_secret_access_key below [${profile}] in ~/.aws/credentials, or the file that AWS_SHARED_CREDENTIALS_FILE names${trouble}`,
    0,
  )
}
