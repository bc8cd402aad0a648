/** The storage policy of messages: the local disk, and a bucket with the S3 API for those that are old. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where old messages go. It has secrets: it is in the environment of the process and in a file that only its user may read. */
export interface ColdPlace {
  /** Address of the bucket with the prefix of all objects. */
  readonly endpoint: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
  /** Limit of the copies on the local disk of what was read last. */
  readonly cacheBytes: number
}

/** The variable with a `ColdPlace` as JSON. */
export const COLD_ENV = 'LOGYARD_ENGINE_COLD'
/** Its volumes are `default`, which new messages are written to, and `cold`. */
export const STORAGE_POLICY = 'hot_and_cold'

const OBJECTS = 'cold_objects'
/** One failure costs at most a few seconds: a search must not wait for a bucket that is away. */
const LIMITS = {
  connect_timeout_ms: '2000',
  request_timeout_ms: '5000',
  s3_retry_attempts: '3',
  // The engine starts while the bucket is away.
  skip_access_check: 'true',
}

/** The part of the engine's configuration. Without a place the policy has only the local disk, so that its tables open. */
export function storageConfig(place: ColdPlace | undefined): string {
  if (place === undefined) return policy('')
  const { endpoint, region, accessKey, secretKey, cacheBytes } = place
  const access = { endpoint: withSlash(endpoint), region, access_key_id: accessKey, secret_access_key: secretKey }
  return `${policy(
    // Merging would download parts, and upload them again.
    '<cold><disk>cold</disk><prefer_not_to_merge>true</prefer_not_to_merge></cold>',
    `<disks>
      <${OBJECTS}><type>s3</type>${escaped({ ...access, ...LIMITS })}</${OBJECTS}>
      <cold><type>cache</type><disk>${OBJECTS}</disk><path>cold</path><max_size>${cacheBytes}</max_size></cold>
    </disks>`,
  )}
  <openSSL><client>
    <loadDefaultCAFile>true</loadDefaultCAFile><verificationMode>strict</verificationMode>
    <invalidCertificateHandler><name>RejectCertificateHandler</name></invalidCertificateHandler>
  </client></openSSL>`
}

function policy(coldVolume: string, disks = ''): string {
  const volumes = `<default><disk>default</disk></default>${coldVolume}`
  return `<storage_configuration>${disks}
    <policies><${STORAGE_POLICY}><volumes>${volumes}</volumes><move_factor>0</move_factor></${STORAGE_POLICY}></policies>
  </storage_configuration>`
}

/** Whether the engine on the folder has messages in a bucket: its files there have entries in a folder on the local disk. */
export function hasColdData(data: string): boolean {
  const folder = join(data, 'store', 'disks', OBJECTS)
  return existsSync(folder) && hasFile(folder)
}

const hasFile = (folder: string): boolean =>
  readdirSync(folder, { withFileTypes: true }).some(
    (entry) => entry.isFile() || (entry.isDirectory() && hasFile(join(folder, entry.name))),
  )

const withSlash = (endpoint: string) => (endpoint.endsWith('/') ? endpoint : `${endpoint}/`)

const escaped = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `<${name}>${value.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`)}</${name}>`)
    .join('')

/** Reads the variable that the server sets. */
export function readColdPlace(json: string | undefined): ColdPlace | undefined {
  if (json === undefined) return undefined
  const { endpoint, region, accessKey, secretKey, cacheBytes } = Object(JSON.parse(json))
  const texts = [endpoint, region, accessKey, secretKey]
  // The message must not quote the variable.
  if (!texts.every((text) => typeof text === 'string') || !Number.isSafeInteger(cacheBytes))
    throw new Error(`${COLD_ENV} is not a place for messages`)
  return { endpoint, region, accessKey, secretKey, cacheBytes }
}
