/** Stores each batch as one object in a store with the S3 API: compressed JSON lines, below a folder for the hour. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { textSetting } from '@logyard/codecs/config-fields'
import { configField } from '@logyard/contract/configured/config-field'
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import type { OutputConfiguration } from '@logyard/contract/outputs/outputs'
import { encodeStrictly, type SigningKeys, sha256, signRequest } from '../backup/object-store/sign-request.ts'
import { urlNotWhitelisted } from '../url-whitelist/url-whitelist-errors.ts'
import { boundedSetting, countField, queueFields } from './delivery-fields.ts'
import { jsonLines } from './http-bodies.ts'
import { httpUrl } from './http-settings.ts'
import type { DeliverySettings, OutputSink, SinkContext } from './output-type.ts'

const DEFAULT_REGION = 'us-east-1'
const DEFAULTS = { object_mb: 8, object_seconds: 300 } as const
const REQUEST_MS = 120_000
const MARGIN_MS = 30_000
const RETRY_MS = 2000
const MAX_RESPONSE_BYTES = 4096
const NAME_DIGITS = 16
const compress = promisify(gzip)

export const s3OutputFields: ConfigRequest = {
  endpoint: configField('text', 'Endpoint', 'For example: https://s3.eu-central-1.amazonaws.com', '', {
    required: true,
    position: 1,
  }),
  region: configField('text', 'Region', 'Region of the bucket', DEFAULT_REGION, { required: true, position: 2 }),
  bucket: configField('text', 'Bucket', 'An existing bucket', '', { required: true, position: 3 }),
  prefix: configField('text', 'Prefix', 'Folder in the bucket, before year, month, day and hour', 'logyard', {
    position: 4,
  }),
  access_key: configField('text', 'Access key', 'Id of the key', '', { required: true, position: 5 }),
  secret_key: configField('text', 'Secret key', 'It may only need to put objects', '', {
    attributes: ['is_password'],
    required: true,
    position: 6,
  }),
  object_mb: countField('Object size (MB)', 'Before compression; a full object is stored at once', DEFAULTS.object_mb),
  object_seconds: countField(
    'Object age (s)',
    'An object that is not full is stored after this time',
    DEFAULTS.object_seconds,
    201,
  ),
  ...queueFields,
}

export const s3Delivery = (configuration: OutputConfiguration): DeliverySettings => ({
  batch: {
    messages: Number.MAX_SAFE_INTEGER,
    bytes: boundedSetting(configuration, 'object_mb', DEFAULTS.object_mb) * 2 ** 20,
  },
  gatherMs: boundedSetting(configuration, 'object_seconds', DEFAULTS.object_seconds) * 1000,
  retryMs: RETRY_MS,
  writeLimitMs: REQUEST_MS + MARGIN_MS,
})

interface S3Settings extends SigningKeys {
  readonly endpoint: string
  /** Bucket and folders. */
  readonly path: readonly string[]
}

function s3Settings(configuration: OutputConfiguration): S3Settings {
  const needed = (name: string) => {
    const value = textSetting(configuration, name)
    if (value === undefined) throw new Error(`${name} is not configured`)
    return value
  }
  const prefix = (textSetting(configuration, 'prefix') ?? '').split('/').filter((part) => part !== '')
  return {
    endpoint: httpUrl(needed('endpoint')).origin,
    region: needed('region'),
    path: [needed('bucket'), ...prefix],
    accessKey: needed('access_key'),
    secretKey: needed('secret_key'),
  }
}

export function openS3(configuration: OutputConfiguration, context: SinkContext): OutputSink {
  const settings = s3Settings(configuration)
  const { clock, fetchChecked, isUrlAllowed, signal } = context
  return {
    isOpen: () => true,
    async send(batch) {
      const lines = jsonLines.encode(batch)
      const body = new Uint8Array(await compress(lines))
      const now = clock.now()
      const name = `${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${sha256(lines).slice(0, NAME_DIGITS)}`
      const key = [...settings.path, ...hourOf(now), `${name}.ndjson.gz`]
      const url = new URL(`/${key.map(encodeStrictly).join('/')}`, settings.endpoint)
      const unsigned = { method: 'PUT', url, headers: { 'content-type': 'application/gzip' }, body }
      const { host: _host, ...headers } = signRequest(unsigned, settings, now)
      const answer = await fetchChecked({
        ...{ url, method: 'PUT', headers: new Headers(headers), body, limitMs: REQUEST_MS, signal },
        maxBytes: MAX_RESPONSE_BYTES,
        cutsBody: true,
        staysHere: true,
        check: async () => {
          if (!(await isUrlAllowed(settings.endpoint))) throw urlNotWhitelisted(settings.endpoint)
        },
      })
      if (answer.ok) return 0
      const code = /<Code>(\w{1,80})<\/Code>/.exec(answer.body.toString())?.[1]
      throw new Error(`the store answers with status ${answer.status}${code === undefined ? '' : ` (${code})`}`)
    },
    [Symbol.dispose]: () => undefined,
  }
}

/** Year, month, day and hour of the upload, in UTC. */
const hourOf = (now: Date): readonly string[] => now.toISOString().slice(0, 13).split(/[-T]/)
