/** Signs requests to stores with the S3 API: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
import { createHash, createHmac } from 'node:crypto'

export interface SigningKeys {
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
}

export interface UnsignedRequest {
  readonly method: string
  readonly url: URL
  /** Names in lower case; `host` is added. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

export const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex')

const hmac = (key: Uint8Array | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** The headers of the request with its signature. */
export function signRequest(request: UnsignedRequest, keys: SigningKeys, now: Date): Readonly<Record<string, string>> {
  const { method, url, body } = request
  const time = now.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
  const bodyHash = sha256(body)
  const headers: Record<string, string> = {
    ...request.headers,
    host: url.host,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
  }
  const names = Object.keys(headers).sort()
  const signed = names.join(';')
  const written = names.map((name) => `${name}:${headers[name]?.trim()}\n`).join('')
  const canonical = [method, url.pathname, sortedQuery(url), written, signed, bodyHash].join('\n')
  const scope = `${time.slice(0, 8)}/${keys.region}/s3/aws4_request`
  const toSign = [ALGORITHM, time, scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<Buffer | string>((made, part) => hmac(made, part), `AWS4${keys.secretKey}`)
  const signature = hmac(key, toSign).toString('hex')
  const credential = `${keys.accessKey}/${scope}`
  return {
    ...headers,
    authorization: `${ALGORITHM} Credential=${credential}, SignedHeaders=${signed}, Signature=${signature}`,
  }
}

/** As the signature needs it: sorted, and everything but letters, digits and `-_.~` percent-encoded. */
const sortedQuery = (url: URL): string =>
  [...url.searchParams]
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .sort()
    .join('&')

export const encodeStrictly = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
