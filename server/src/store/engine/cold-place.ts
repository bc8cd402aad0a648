/** Where old messages go, from the settings. */
import { resolve } from 'node:path'
import { type ColdPlace, hasColdData } from '@logyard/engine/cold-storage'
import type { Config } from '../../platform/config.ts'
import { LogyardError } from '../../platform/errors.ts'

export type ColdSettings = Pick<
  Config,
  'LOGYARD_COLD_URL' | 'LOGYARD_COLD_KEYS' | 'LOGYARD_COLD_REGION' | 'LOGYARD_COLD_CACHE_MB'
>

const DEFAULT_REGION = 'us-east-1'
const AWS_HOST = /^(?:.+\.)?s3[.-]([a-z0-9-]+)\.amazonaws\.com$/
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

const coldPlaceRefused = (reason: string) =>
  new LogyardError('invalid', 'cold-place-refused', `LOGYARD_COLD_URL cannot be used: ${reason}.`)

const coldPlaceMissing = () =>
  new LogyardError(
    'unavailable',
    'cold-place-missing',
    'Messages are in cold storage, but LOGYARD_COLD_URL is not set. Set it and LOGYARD_COLD_KEYS as they were.',
  )

/** `undefined` if all messages stay on the local disk. The messages of errors do not quote the address or the keys. */
export function coldPlaceOf(config: ColdSettings): ColdPlace | undefined {
  if (config.LOGYARD_COLD_URL === '') return undefined
  const url = URL.parse(config.LOGYARD_COLD_URL)
  if (url === null) throw coldPlaceRefused('it is not a URL')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw coldPlaceRefused('it has only a host, a bucket and a prefix; credentials belong in LOGYARD_COLD_KEYS')
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    throw coldPlaceRefused('http is for stores on this machine only: use https')
  // The engine does not start with another name.
  if (!/^\/[\w.-]{3,63}(?:\/|$)/.test(url.pathname))
    throw coldPlaceRefused('it names no bucket, or not by 3 to 63 letters, digits, dots and hyphens')
  const [accessKey = ''] = config.LOGYARD_COLD_KEYS.split(':', 1)
  return {
    endpoint: `${url.origin}${url.pathname}`,
    region: config.LOGYARD_COLD_REGION || (AWS_HOST.exec(url.hostname)?.[1] ?? DEFAULT_REGION),
    accessKey,
    secretKey: config.LOGYARD_COLD_KEYS.slice(accessKey.length + 1),
    cacheBytes: config.LOGYARD_COLD_CACHE_MB * 2 ** 20,
  }
}

/** Throws if the embedded engine of a data folder has messages in a bucket, and the settings name none. */
export function requireColdPlace(engineFolder: string, place: ColdPlace | undefined): void {
  if (place === undefined && hasColdData(resolve(engineFolder))) throw coldPlaceMissing()
}
