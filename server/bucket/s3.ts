// A bucket of any store that speaks S3: objects by key, asked for with requests that aws4fetch signs.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { AwsV4Signer } from 'aws4fetch'
import { sha256 } from '../../snapshot/format/format.ts'
import { BucketError } from './error.ts'
import { credentialsIn, storeOf } from './store.ts'

export interface ListedObject {
  /** The key without the prefix. */
  key: string
  bytes: number
  /** The time of the last change by the store's clock, in ms since the epoch. */
  modifiedAt: number
}

interface S3Request {
  query?: string
  headers?: Record<string, string>
  /** Bytes, or the path of a file. */
  body?: Buffer | string
  /** The length of the body, or of the expected reply. */
  bytes?: number
  /** SHA-256 of the body, hexadecimal: the store refuses what does not match. */
  digest?: string
}

/** The time that a request may take: this many ms, plus its bytes at this rate, in bytes per ms. */
const patience = { ms: 10_000, rate: 50 }
/** Pauses before each further try, in ms. */
const pauses = [250, 1_000, 4_000]
/** Bytes of a list of a thousand keys, and of a pointer: it has some 150 for each file. */
const maxText = 2 ** 25
/** Requests at the same time. */
const atATime = 8

export class S3Bucket {
  readonly #env: NodeJS.ProcessEnv
  readonly #store: ReturnType<typeof storeOf>
  readonly #prefix: string
  /** Controllers of requests under way: signals joined with a lasting one would never be freed on Node 20. */
  readonly #open = new Set<AbortController>()
  #isClosed = false

  /**
   * @param address `s3://bucket/prefix`
   * @throws {BucketError} that says what to write if the address is none, or a variable is missing
   */
  constructor(address: string, env: NodeJS.ProcessEnv) {
    const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)((?:\/\w[\w.-]*)*)\/?$/.exec(address) ?? []
    if (!bucket)
      throw new BucketError(`"${address}" is not the address of a bucket. Write s3://bucket/prefix.`)
    credentialsIn(env)
    this.#env = env
    this.#store = storeOf(bucket, env)
    this.#prefix = prefix && `${prefix.slice(1)}/`
  }

  /**
   * @param tag of what is known already
   * @returns what it says, and its entity tag; `undefined` if it is not there, 304 if it is as it was
   */
  get(key: string, tag = ''): Promise<{ text: string; tag: string } | 304 | undefined> {
    return this.#patiently(async () => {
      const response = await this.#ask('GET', key, { headers: tag ? { 'If-None-Match': tag } : {} })
      if (response.status === 304) return 304
      if (response.ok) return { text: await textOf(response), tag: response.headers.get('etag') ?? '' }
      const refusal = await refusalOf(response)
      if (response.status === 404 && !refusal.message.includes('NoSuchBucket')) return undefined
      throw refusal
    })
  }

  /** Writes it to a file. @param digest what its SHA-256 begins with @throws {BucketError} if it has other bytes */
  save(key: string, { bytes, digest }: { bytes: number; digest: string }, path: string): Promise<void> {
    return this.#patiently(async () => {
      const response = await this.#asked('GET', key, { bytes })
      const hash = createHash('sha256')
      // A pipe in its place would wait for a reader.
      await rm(path, { recursive: true, force: true })
      const file = await open(path, 'wx')
      try {
        let left = bytes
        for await (const chunk of response.body ?? []) {
          left -= chunk.byteLength
          if (left < 0) break
          hash.update(chunk)
          await file.writeFile(chunk)
        }
      } finally {
        await file.close()
      }
      if (!hash.digest('hex').startsWith(digest))
        throw new BucketError(
          'the bucket has other bytes than were pushed; galley bucket push --all replaces them',
          0,
        )
    })
  }

  /**
   * @param body bytes, or the path of a file
   * @param headers a type, and a condition such as `If-Match`
   * @throws {BucketError} with the status 412 if the condition does not hold
   */
  put(
    key: string,
    body: Buffer | string,
    seal: { bytes: number; digest: string },
    headers: Record<string, string>,
  ) {
    return this.#patiently(() => this.#asked('PUT', key, { body, headers, ...seal }))
  }

  remove(key: string): Promise<unknown> {
    return this.#patiently(() => this.#asked('DELETE', key))
  }

  /** Tells whether anybody without credentials gets the object. */
  isOpen(key: string): Promise<boolean> {
    return this.#patiently(async () => {
      const { ok, body } = await fetch(`${this.#store.url}/${this.#prefix}${key}`, { redirect: 'manual' })
      await body?.cancel()
      return ok
    })
  }

  /** Lists all objects whose keys begin with this, and tells what time it is for the store. */
  async list(beginning: string): Promise<{ objects: ListedObject[]; now: number }> {
    const objects: ListedObject[] = []
    const prefix = { 'list-type': '2', prefix: this.#prefix + beginning }
    for (let more = {}; ; ) {
      const query = `?${new URLSearchParams({ ...prefix, ...more })}`
      const [xml, now] = await this.#patiently(async () => {
        const response = await this.#asked('GET', '', { query })
        return [await textOf(response), Date.parse(response.headers.get('date') ?? '')]
      })
      for (const [, item = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const [key = '', bytes, time = ''] = ['Key', 'Size', 'LastModified'].map((name) =>
          elementOf(item, name),
        )
        objects.push({
          key: key.slice(this.#prefix.length),
          bytes: Number(bytes),
          modifiedAt: Date.parse(time),
        })
      }
      const token = elementOf(xml, 'NextContinuationToken')
      if (token === '') return { objects, now }
      more = { 'continuation-token': token }
    }
  }

  /** Ends what is under way. */
  close(): void {
    this.#isClosed = true
    for (const one of this.#open) one.abort()
  }

  /** Tries a few times what may work later. */
  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await work()
      } catch (thrown) {
        const error = asBucketError(thrown)
        const { status = 400 } = error as BucketError
        const isPassing = status === 0 || status === 429 || (status >= 500 && status !== 501)
        if (!isPassing || tries === pauses.length || this.#isClosed) throw error
        await sleep(pauses[tries]! * (0.8 + 0.4 * Math.random()))
      }
    }
  }

  /** @throws {BucketError} if the answer is no */
  async #asked(method: string, key: string, request?: S3Request): Promise<Response> {
    const response = await this.#ask(method, key, request)
    if (!response.ok) throw await refusalOf(response)
    return response
  }

  async #ask(method: string, key: string, request: S3Request = {}): Promise<Response> {
    const { query = '', body, bytes = 0, digest = nothing } = request
    const credentials = credentialsIn(this.#env)
    const signed = await new AwsV4Signer({
      url: `${this.#store.url}${key && `/${this.#prefix}${key}`}${query}`,
      method,
      headers: { ...request.headers, 'X-Amz-Content-Sha256': digest },
      ...credentials,
      region: this.#store.region,
      service: 's3',
    }).sign()
    if (body) signed.headers.set('Content-Length', String(bytes))
    const controller = new AbortController()
    this.#open.add(controller)
    const end = () => {
      this.#open.delete(controller)
      controller.abort(new BucketError('the bucket does not answer in time', 0))
    }
    setTimeout(end, patience.ms + bytes / patience.rate).unref()
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      body: typeof body === 'string' ? (Readable.toWeb(createReadStream(body)) as ReadableStream) : body,
      duplex: 'half',
      redirect: 'manual',
      signal: controller.signal,
    } as RequestInit)
    const isRefused = response.status === 400 || response.status === 403
    if (!isRefused || isDeepStrictEqual(credentials, credentialsIn(this.#env))) return response
    // Others have come meanwhile.
    await response.body?.cancel()
    return this.#ask(method, key, request)
  }
}

const nothing = sha256('')

/** Works on a few items at a time. An error ends all work that has not begun, and is thrown when the rest is over. */
export async function inParallel<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  // Each call takes the next item, and a generator that one of them has ended has no more for the others.
  const rest = (function* () {
    yield* items
  })()
  const takeItems = async () => {
    for (const item of rest) await work(item)
  }
  const outcomes = await Promise.allSettled(Array.from({ length: atATime }, takeItems))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let left = maxText
  for await (const chunk of body ?? []) {
    left -= chunk.byteLength
    if (left < 0) throw new BucketError('the bucket has sent more than it should', 0)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const hints: Record<string, string> = {
  AccessDenied: ': these credentials may not do that',
  AuthorizationHeaderMalformed: ': AWS_REGION is wrong',
  ExpiredToken: ': AWS_SESSION_TOKEN has expired',
  InvalidAccessKeyId: ': AWS_ACCESS_KEY_ID is unknown there',
  NoSuchBucket: ': it does not exist',
  PermanentRedirect: ': it is elsewhere; set AWS_REGION, or AWS_ENDPOINT_URL_S3',
  RequestTimeTooSkewed: ': the clock of this machine is wrong',
  SignatureDoesNotMatch: ': AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY or AWS_REGION is wrong',
}

/** Quotes only the code in the reply's XML: the rest names keys and addresses. */
async function refusalOf(response: Response): Promise<BucketError> {
  const [, code = ''] = /<Code>(\w{1,60})<\/Code>/.exec(await textOf(response)) ?? []
  const what = `the bucket answers ${response.status}${code && ` (${code})`}${hints[code] ?? ''}`
  return new BucketError(what, response.status)
}

/** Keeps only the system's code of an error that fetch throws: its message may contain the address. */
function asBucketError(error: unknown): unknown {
  const { cause } = error as { cause?: NodeJS.ErrnoException }
  if (!(error instanceof TypeError)) return error
  return new BucketError(`the bucket cannot be reached${cause?.code ? ` (${cause.code})` : ''}`, 0)
}

/** Keys of ours have no character that XML escapes. */
function elementOf(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''
}
