/** A store of objects with the S3 API. Errors name the place and the reason, and never the keys. */
import type { Clock } from '../../platform/clock.ts'
import type { LogyardError } from '../../platform/errors.ts'
import { reasonOf } from '../../platform/outgoing/reason-of.ts'
import { storeFailed } from '../backup-errors.ts'
import { encodeStrictly, type SigningKeys, signRequest } from './sign-request.ts'

export interface ObjectStoreAddress extends SigningKeys {
  /** How messages name it. */
  readonly title: string
  /** Origin of the requests, whose paths begin with the bucket. */
  readonly endpoint: string
  readonly bucket: string
  /** The folder of the backups within the bucket. */
  readonly prefix: readonly string[]
  /** Token of temporary keys. */
  readonly session?: string
}

/** Keys are paths below the prefix. */
export interface ObjectClient {
  readonly title: string
  put(key: string, bytes: Uint8Array): Promise<void>
  find(key: string): Promise<Uint8Array | undefined>
  list(): Promise<readonly string[]>
  delete(key: string): Promise<void>
}

const ATTEMPTS = 4
const FIRST_PAUSE_MS = 500
const REQUEST_TIMEOUT_MS = 600_000
/** Larger objects and lists are not ours. */
const MAX_RESPONSE_BYTES = 512 * 1024 * 1024
const MAX_PAGES = 10_000

type Query = Readonly<Record<string, string>>

export function createObjectClient(
  address: ObjectStoreAddress,
  deps: { readonly clock: Clock; readonly signal: AbortSignal; readonly requestTimeoutMs?: number },
): ObjectClient {
  const { clock, signal: interrupted, requestTimeoutMs = REQUEST_TIMEOUT_MS } = deps
  const { title } = address

  async function once(method: string, url: URL, body: Uint8Array): Promise<Answer> {
    const headers = address.session === undefined ? {} : { 'x-amz-security-token': address.session }
    const { host: _host, ...signed } = signRequest({ method, url, headers, body }, address, clock.now())
    const signal = AbortSignal.any([interrupted, AbortSignal.timeout(requestTimeoutMs)])
    const response = await fetch(url, {
      ...{ method, headers: signed, redirect: 'manual', signal },
      ...(method === 'PUT' && { body: Buffer.from(body) }),
    })
    return { status: response.status, bytes: await bytesOf(response) }
  }

  async function ask(method: string, key: string, body: Uint8Array = Buffer.of(), query: Query = {}): Promise<Answer> {
    const url = urlOf(address, key, query)
    for (let attempt = 1; ; attempt++) {
      const answer = await once(method, url, body).catch((error: unknown) => error)
      if (isAnswer(answer) && answer.status < 500) return answer
      interrupted.throwIfAborted()
      if (attempt === ATTEMPTS) throw failureOf(title, answer)
      await clock.sleep(FIRST_PAUSE_MS * 2 ** attempt, interrupted)
    }
  }

  async function expectOk(asked: Promise<Answer>): Promise<Uint8Array> {
    const answer = await asked
    if (answer.status < 200 || answer.status > 299) throw failureOf(title, answer)
    return answer.bytes
  }

  return {
    title,
    put: async (key, bytes) => void (await expectOk(ask('PUT', key, bytes))),
    async find(key) {
      const answer = await ask('GET', key)
      if (answer.status === 404 && codeOf(answer.bytes) === 'NoSuchKey') return undefined
      return await expectOk(Promise.resolve(answer))
    },
    async list() {
      const start = address.prefix.map((part) => `${part}/`).join('')
      const keys: string[] = []
      let token = ''
      for (let page = 0; page < MAX_PAGES; page++) {
        const more: Query = token === '' ? {} : { 'continuation-token': token }
        const query = { 'list-type': '2', prefix: start, ...more }
        const text = Buffer.from(await expectOk(ask('GET', '', Buffer.of(), query))).toString()
        if (!text.includes('<ListBucketResult')) throw storeFailed(title, 'it does not answer as an S3 store does')
        for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) keys.push(plain(key).slice(start.length))
        token = plain(/<NextContinuationToken>([^<]*)</.exec(text)?.[1] ?? '')
        if (token === '') return keys
      }
      throw storeFailed(title, 'its list of objects does not end')
    },
    delete: async (key) => void (await expectOk(ask('DELETE', key))),
  }
}

interface Answer {
  readonly status: number
  readonly bytes: Uint8Array
}

const isAnswer = (value: unknown): value is Answer => typeof value === 'object' && value !== null && 'status' in value

/** The bucket itself for an empty key. */
function urlOf({ endpoint, bucket, prefix }: ObjectStoreAddress, key: string, query: Query): URL {
  const parts = key === '' ? [bucket] : [bucket, ...prefix, ...key.split('/')]
  const url = new URL(`/${parts.map(encodeStrictly).join('/')}`, endpoint)
  url.search = Object.entries(query)
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .join('&')
  return url
}

async function bytesOf({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_RESPONSE_BYTES) throw new Error('its response is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function failureOf(title: string, failure: unknown): LogyardError {
  if (isAnswer(failure)) {
    const code = codeOf(failure.bytes)
    return storeFailed(title, `it answers with status ${failure.status}${code === '' ? '' : ` (${code})`}`)
  }
  const reason = failure instanceof Error ? reasonOf(failure) : 'it does not answer'
  return storeFailed(title, reason, { cause: failure })
}

/** The code of an error, such as `AccessDenied`; empty for what is not an error of the S3 API. */
const codeOf = (bytes: Uint8Array): string => /<Code>(\w{1,80})<\/Code>/.exec(Buffer.from(bytes).toString())?.[1] ?? ''

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const plain = (text: string): string => text.replaceAll(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
