/** The configuration of outputs that send requests over HTTP. */
import { booleanSetting, textSetting } from '@logyard/codecs/config-fields'
import { configField } from '@logyard/contract/configured/config-field'
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import type { OutputConfiguration } from '@logyard/contract/outputs/outputs'
import { boundedSetting, countField, queueFields } from './delivery-fields.ts'
import type { DeliverySettings } from './output-type.ts'

const DEFAULTS = { batch_messages: 1000, flush_interval: 1000, request_timeout: 10 } as const
/** Bytes of a request before compression. */
const BATCH_BYTES = 2 * 2 ** 20
const RETRY_MS = 1000
/** Above the longest time-out of a request. */
const MARGIN_MS = 5000

export const batchFields: ConfigRequest = {
  batch_messages: countField('Batch size', 'Messages of one request at most', DEFAULTS.batch_messages),
  flush_interval: countField(
    'Flush interval (ms)',
    'A batch that is not full is sent after this time',
    DEFAULTS.flush_interval,
    201,
  ),
}

export const httpFields = (url: { readonly description: string; readonly example: string }): ConfigRequest => ({
  url: configField('text', 'URL', url.description, url.example, { required: true, position: 1 }),
  header_name: configField('text', 'Header name', 'Header for the credentials', 'Authorization', { position: 10 }),
  header_secret: configField('text', 'Header value', 'For example: Bearer TOKEN', '', {
    attributes: ['is_password'],
    position: 11,
  }),
  gzip: configField('boolean', 'Compress requests', 'With gzip', true, { position: 20 }),
  ...batchFields,
  request_timeout: countField(
    'Request time-out (s)',
    'A request without a response is repeated after this time',
    DEFAULTS.request_timeout,
    202,
  ),
  ...queueFields,
})

export interface HttpSettings {
  readonly url: URL
  readonly headers: Headers
  readonly isCompressed: boolean
  readonly limitMs: number
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/

/** Throws if something is missing or invalid. */
export function httpSettings(configuration: OutputConfiguration): HttpSettings {
  const url = httpUrl(textSetting(configuration, 'url') ?? '')
  const headers = new Headers()
  const value = textSetting(configuration, 'header_secret')
  if (value !== undefined) {
    const name = textSetting(configuration, 'header_name') ?? 'Authorization'
    if (!HEADER_NAME.test(name)) throw new Error('the name of the header is invalid')
    // The error of an invalid value contains the value.
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) throw new Error('the value of the header is invalid')
    headers.set(name, value)
  }
  return {
    url,
    headers,
    isCompressed: booleanSetting(configuration, 'gzip', true),
    limitMs: boundedSetting(configuration, 'request_timeout', DEFAULTS.request_timeout) * 1000,
  }
}

export function httpUrl(text: string): URL {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new Error('the URL is not an address that begins with http:// or https://')
  }
  return url
}

export const batchDelivery = (configuration: OutputConfiguration, bytes = BATCH_BYTES): DeliverySettings => ({
  batch: { messages: boundedSetting(configuration, 'batch_messages', DEFAULTS.batch_messages), bytes },
  gatherMs: boundedSetting(configuration, 'flush_interval', DEFAULTS.flush_interval),
  retryMs: RETRY_MS,
  writeLimitMs: boundedSetting(configuration, 'request_timeout', DEFAULTS.request_timeout) * 1000 + MARGIN_MS,
})
