/** The configuration fields of each kind of transport, in the order in which answers list them. */
import { availableParallelism } from 'node:os'
import { type ConfigFieldOptions, configField } from '@logyard/contract/configured/config-field'
import type { ConfigRequest } from '@logyard/contract/configured/configuration'

const positive: ConfigFieldOptions = { attributes: ['only_positive'] }

export function netFields(port: number, receiveBufferBytes = 1_048_576): ConfigRequest {
  return {
    bind_address: configField('text', 'Bind address', 'Address to listen on; 0.0.0.0 for all', '0.0.0.0', {
      required: true,
    }),
    port: configField('number', 'Port', 'Port to listen on', port, { attributes: ['is_port_number'], required: true }),
    recv_buffer_size: configField(
      'number',
      'Receive Buffer Size',
      'Socket receive buffer in bytes',
      receiveBufferBytes,
      positive,
    ),
    number_worker_threads: configField(
      'number',
      'No. of worker threads',
      'No effect (kept for API compatibility)',
      availableParallelism(),
      positive,
    ),
  }
}

export function streamFields(port: number): ConfigRequest {
  return {
    ...netFields(port),
    tls_cert_file: configField('text', 'TLS cert file', 'Path of the PEM file with the certificate chain', ''),
    tls_key_file: configField('text', 'TLS private key file', 'Path of the PEM file with the PKCS#8 key', ''),
    tls_enable: configField('boolean', 'Enable TLS', 'Accept only connections with TLS', false),
    tls_key_password: configField('text', 'TLS key password', 'Password of an encrypted key file', '', {
      attributes: ['is_password'],
    }),
    tls_client_auth: configField(
      'dropdown',
      'TLS client authentication',
      'Require client certificates (mTLS)',
      'disabled',
      { additional_info: { values: { disabled: 'disabled', optional: 'optional', required: 'required' } } },
    ),
    tls_client_auth_cert_file: configField(
      'text',
      'TLS Client Auth Trusted Certs',
      'Path of a file or folder with the trusted certificates',
      '',
    ),
    tcp_keepalive: configField('boolean', 'TCP keepalive', 'Detect dead connections', false),
  }
}

export function tcpFields(port: number, options: { readonly isNulDelimited: boolean }): ConfigRequest {
  return {
    ...streamFields(port),
    use_null_delimiter: configField(
      'boolean',
      'Null frame delimiter?',
      'Messages end with a NUL byte instead of a newline',
      options.isNulDelimited,
    ),
    max_message_size: configField(
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
    enable_cors: configField('boolean', 'Enable CORS', 'Let web pages of any origin send messages', true),
    max_chunk_size: configField('number', 'Max. HTTP chunk size', 'Longer request bodies are rejected', maxBodyBytes),
    idle_writer_timeout: configField(
      'number',
      'Idle writer timeout',
      'Seconds until a silent connection is closed; 0 = never',
      60,
      positive,
    ),
  }
}

export function grpcFields(port: number): ConfigRequest {
  return {
    ...streamFields(port),
    max_message_size: configField(
      'number',
      'Maximum message size',
      'Calls with a longer message are rejected',
      16_777_216,
      positive,
    ),
  }
}

export const throttleFields: ConfigRequest = {
  throttling_allowed: configField(
    'boolean',
    'Allow throttling this input.',
    'Fetch less often while processing cannot keep up',
    false,
  ),
}

const TIME_UNITS = ['NANOSECONDS', 'MICROSECONDS', 'MILLISECONDS', 'SECONDS', 'MINUTES', 'HOURS', 'DAYS'] as const
export type TimeUnit = (typeof TIME_UNITS)[number]
const capitalised = (unit: string) => unit.slice(0, 1) + unit.slice(1).toLowerCase()

export const pollFields: ConfigRequest = {
  ...throttleFields,
  target_url: configField('text', 'URI of JSON resource', 'Address to fetch', 'http://example.org/api', {
    required: true,
  }),
  headers: configField('text', 'Additional HTTP headers', 'Comma-separated, as in: Name: value, Name2: value2', ''),
  interval: configField('number', 'Interval', 'Time between two fetches', 1, { required: true }),
  timeunit: configField('dropdown', 'Interval time unit', 'Unit of the interval', 'MINUTES', {
    required: true,
    additional_info: { values: Object.fromEntries(TIME_UNITS.map((unit) => [unit, capitalised(unit)])) },
  }),
}

export const randomFields: ConfigRequest = {
  ...throttleFields,
  sleep: configField('number', 'Sleep time', 'Milliseconds between two messages', 25, {
    attributes: ['only_positive'],
    required: true,
  }),
  sleep_deviation: configField(
    'number',
    'Maximum random sleep time deviation',
    'Percent by which the sleep time may differ',
    30,
    { attributes: ['only_positive'], required: true },
  ),
  source: configField('text', 'Source name', 'Source of the generated messages', 'example.org', {
    required: true,
  }),
}

export const demoFields: ConfigRequest = {
  rate: configField('number', 'Messages per second', 'On average; 5,000 at most', 50, {
    attributes: ['only_positive'],
    required: true,
  }),
}

/** A token that senders have to show; anybody may send while it is empty. */
export const tokenFields: ConfigRequest = {
  token: configField('text', 'Token', 'Token that senders must use; empty = none required', '', {
    attributes: ['is_password'],
  }),
}
