/** The target of the command line: a folder, or an object store with the S3 API. */
import { resolve, sep } from 'node:path'
import type { Clock } from '../platform/clock.ts'
import { targetRefused } from './backup-errors.ts'
import type { BackupPlace } from './backup-place.ts'
import { createFolderPlace, isFile } from './folder-place.ts'
import { createObjectClient, type ObjectStoreAddress } from './object-store/object-client.ts'
import { createObjectPlace } from './object-store/object-place.ts'

type Env = Readonly<Record<string, string | undefined>>

const DEFAULT_REGION = 'us-east-1'
const AWS_HOST = /^s3[.-]([a-z0-9-]+)\.amazonaws\.com$/
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

export async function openPlace(
  target: string,
  deps: { readonly dataFolder: string; readonly env: Env; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<BackupPlace> {
  if (/^[a-z0-9]+:\/\//i.test(target)) {
    const address = readObjectStoreAddress(target, deps.env)
    return createObjectPlace(createObjectClient(address, deps))
  }
  const data = resolve(deps.dataFolder)
  if (`${resolve(target)}${sep}`.startsWith(`${data}${sep}`)) throw targetRefused(target, 'it is in the data folder')
  if (await isFile(target))
    throw targetRefused(target, 'it is a file: name a folder, or add --settings-only to back up only settings')
  return createFolderPlace(target)
}

/** Reads `s3://BUCKET/PREFIX` or the address of another store. Credentials come from the environment only. */
function readObjectStoreAddress(target: string, env: Env): ObjectStoreAddress {
  const url = URL.parse(target)
  if (url === null) throw targetRefused('The address', 'it is not a URL')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw targetRefused(
      `${url.protocol}//${url.host}${url.pathname}`,
      'credentials belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and the address has only a bucket and a prefix',
    )
  const { AWS_ACCESS_KEY_ID: accessKey = '', AWS_SECRET_ACCESS_KEY: secretKey = '' } = env
  if (accessKey === '' || secretKey === '')
    throw targetRefused(target, 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set')
  const given = env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION']
  const path = url.pathname.split('/').filter((part) => part !== '')
  const isAws = url.protocol === 's3:'
  const region = given ?? AWS_HOST.exec(url.host)?.[1] ?? DEFAULT_REGION
  const endpoint = isAws ? (env['AWS_ENDPOINT_URL'] ?? `https://s3.${region}.amazonaws.com`) : url.origin
  const [bucket, ...prefix] = (isAws ? [url.host, ...path] : path).map((part) => decoded(part, target))
  if (bucket === undefined || bucket === '') throw targetRefused(target, 'it names no bucket')
  requireSafe(target, endpoint)
  const session = env['AWS_SESSION_TOKEN']
  return { title: target, endpoint, region, bucket, prefix, accessKey, secretKey, ...(session ? { session } : {}) }
}

function decoded(part: string, target: string): string {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    throw targetRefused(target, `${part} is not percent-encoded correctly`, { cause: error })
  }
}

/** A backup has the secret key: it does not cross a network in plain text. */
function requireSafe(target: string, endpoint: string): void {
  const url = URL.parse(endpoint)
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw targetRefused(target, 'it is not an https address')
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    throw targetRefused(target, 'http is for stores on this machine only: use https')
}
