/** Recognises the protocol of a sender by its first bytes, for inputs that expect another one. */
import type { ConnectionSignKind } from '@logyard/contract/ingest/input-diagnosis'

export type SenderProtocol = Extract<
  ConnectionSignKind,
  'tls' | 'http' | 'http2' | 'gelf' | 'syslog' | 'lumberjack' | 'netflow'
>

const LOOKED_AT_BYTES = 512
/** A whole request line: access logs begin like one, and go on behind the version. */
const HTTP = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|CONNECT) \S+ HTTP\/1\.[01]\r?\n/
const SYSLOG = /^(?:\d{1,5} )?<\d{1,3}>/
const TLS_HANDSHAKE = 0x16
const ZLIB_LEVELS: ReadonlySet<number> = new Set([0x01, 0x9c, 0xda])
const NETFLOW_VERSIONS: ReadonlySet<number> = new Set([5, 9, 10])
const MIN_NETFLOW_BYTES = 16
/** Frame types of Lumberjack: W, D, J, C. */
const LUMBERJACK_FRAMES: ReadonlySet<number> = new Set([0x57, 0x44, 0x4a, 0x43])

/** Undefined if the bytes are like those of no other protocol. */
export function protocolOf(bytes: Uint8Array): SenderProtocol | undefined {
  const [first = -1, second = -1, third = -1] = bytes
  if (first === TLS_HANDSHAKE && (second === 0x03 || second === 0xfe)) return 'tls'
  if ((first === 0x31 || first === 0x32) && LUMBERJACK_FRAMES.has(second) && third === 0) return 'lumberjack'
  if (first === 0 && NETFLOW_VERSIONS.has(second) && bytes.length >= MIN_NETFLOW_BYTES) return 'netflow'
  if ((first === 0x1e && second === 0x0f) || (first === 0x1f && second === 0x8b)) return 'gelf'
  if (first === 0x78 && ZLIB_LEVELS.has(second)) return 'gelf'
  return protocolOfText(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, LOOKED_AT_BYTES)))
}

function protocolOfText(bytes: Buffer): SenderProtocol | undefined {
  const text = bytes.toString('latin1')
  if (text.startsWith('PRI * HTTP/2')) return 'http2'
  if (HTTP.test(text)) return 'http'
  if (SYSLOG.test(text)) return 'syslog'
  return text.startsWith('{') && /"(?:short_message|version)"\s*:/.test(text) ? 'gelf' : undefined
}
