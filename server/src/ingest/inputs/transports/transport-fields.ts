/** What each kind of transport can be configured with, in the order of the wire. */
import { availableParallelism } from 'node:os'
import type { ConfigField, ConfigRequest } from '@logyard/contract/configured/configuration'

type FieldOptions = Partial<Pick<ConfigField, 'attributes' | 'additional_info' | 'position'>> & {
  readonly required?: true
}

function field<T extends ConfigField['type']>(
  type: T,
  label: string,
  description: string,
  defaultValue: ConfigField['default_value'],
  { required, ...options }: FieldOptions = {},
): ConfigField {
  return {
    type,
    human_name: label,
    description,
    default_value: defaultValue,
    is_optional: required !== true,
    attributes: [],
    additional_info: {},
    position: 100,
    ...options,
  }
}

const positive: FieldOptions = { attributes: ['only_positive'] }

export function netFields(port: number, receiveBufferBytes = 1_048_576): ConfigRequest {
  return {
    bind_address: field('text', 'Bind address', 'Address to listen on; 0.0.0.0 stands for all', '0.0.0.0', {
      required: true,
    }),
    port: field('number', 'Port', 'Port to listen on', port, { attributes: ['is_port_number'], required: true }),
    recv_buffer_size: field(
      'number',
      'Receive Buffer Size',
      'Bytes that the system keeps of what has not been read yet',
      receiveBufferBytes,
      positive,
    ),
    number_worker_threads: field(
      'number',
      'No. of worker threads',
      'Accepted for clients that set it: connections share one thread',
      availableParallelism(),
      positive,
    ),
  }
}

export function streamFields(port: number): ConfigRequest {
  return {
    ...netFields(port),
    tls_cert_file: field('text', 'TLS cert file', 'Path of the PEM file with the certificate chain', ''),
    tls_key_file: field('text', 'TLS private key file', 'Path of the PEM file with the PKCS#8 key', ''),
    tls_enable: field('boolean', 'Enable TLS', 'Accept only connections with TLS', false),
    tls_key_password: field('text', 'TLS key password', 'Password of an encrypted key file', '', {
      attributes: ['is_password'],
    }),
    tls_client_auth: field(
      'dropdown',
      'TLS client authentication',
      'Whether clients show a certificate of their own',
      'disabled',
      { additional_info: { values: { disabled: 'disabled', optional: 'optional', required: 'required' } } },
    ),
    tls_client_auth_cert_file: field(
      'text',
      'TLS Client Auth Trusted Certs',
      'Path of a file or a folder with the certificates that clients are trusted by',
      '',
    ),
    tcp_keepalive: field('boolean', 'TCP keepalive', 'Find out about peers that are gone', false),
  }
}

export function tcpFields(port: number, options: { readonly isNulDelimited: boolean }): ConfigRequest {
  return {
    ...streamFields(port),
    use_null_delimiter: field(
      'boolean',
      'Null frame delimiter?',
      'Messages end with a NUL byte and not with a newline',
      options.isNulDelimited,
    ),
    max_message_size: field(
      'number',
      'Maximum message size',
      'A connection that sends a longer message is closed',
      2_097_152,
      positive,
    ),
  }
}

export function httpFields(port: number, maxBodyBytes = 65_536): ConfigRequest {
  return {
    ...streamFields(port),
    enable_cors: field('boolean', 'Enable CORS', 'Let web pages of any origin send messages', true),
    max_chunk_size: field('number', 'Max. HTTP chunk size', 'A longer request body is refused', maxBodyBytes),
    idle_writer_timeout: field(
      'number',
      'Idle writer timeout',
      'Seconds after which a silent connection is closed; 0 for never',
      60,
      positive,
    ),
  }
}

const throttleFields: ConfigRequest = {
  throttling_allowed: field(
    'boolean',
    'Allow throttling this input.',
    'Fetch less while processing cannot keep up',
    false,
  ),
}

const TIME_UNITS = ['NANOSECONDS', 'MICROSECONDS', 'MILLISECONDS', 'SECONDS', 'MINUTES', 'HOURS', 'DAYS'] as const
export type TimeUnit = (typeof TIME_UNITS)[number]
const capitalised = (unit: string) => unit.slice(0, 1) + unit.slice(1).toLowerCase()

export const pollFields: ConfigRequest = {
  ...throttleFields,
  target_url: field('text', 'URI of JSON resource', 'What to fetch', 'http://example.org/api', { required: true }),
  headers: field('text', 'Additional HTTP headers', 'Comma-separated, as in: Name: value, Name2: value2', ''),
  interval: field('number', 'Interval', 'Time between two fetches', 1, { required: true }),
  timeunit: field('dropdown', 'Interval time unit', 'What the interval counts', 'MINUTES', {
    required: true,
    additional_info: { values: Object.fromEntries(TIME_UNITS.map((unit) => [unit, capitalised(unit)])) },
  }),
}

export const randomFields: ConfigRequest = {
  ...throttleFields,
  sleep: field('number', 'Sleep time', 'Milliseconds between two messages', 25, {
    attributes: ['only_positive'],
    required: true,
  }),
  sleep_deviation: field(
    'number',
    'Maximum random sleep time deviation',
    'Percent by which the sleep time may differ',
    30,
    { attributes: ['only_positive'], required: true },
  ),
  source: field('text', 'Source name', 'What the messages say where they come from', 'example.org', { required: true }),
}

export const demoFields: ConfigRequest = {
  rate: field('number', 'Messages per second', 'On average; 5,000 at most', 50, {
    attributes: ['only_positive'],
    required: true,
  }),
}

/** A token that senders have to show; anybody may send while it is empty. */
export const tokenFields: ConfigRequest = {
  token: field('text', 'Token', 'What senders must show; empty to accept all', '', { attributes: ['is_password'] }),
}
