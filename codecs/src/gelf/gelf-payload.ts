import { gunzipSync, inflateSync } from 'node:zlib'
import type { DecodeFailure } from '../codec.ts'

/** The kind of a payload, by its first bytes. Only UDP inputs join chunks; elsewhere they are unsupported. */
export type GelfKind = 'plain' | 'gzip' | 'zlib' | 'chunk' | 'unsupported'

export function gelfKind(payload: Uint8Array): GelfKind {
  const first = payload[0]
  const second = payload[1] ?? 0
  if (first === 0x1f) return second === 0x8b ? 'gzip' : 'unsupported'
  if (first === 0x1e) return second === 0x0f ? 'chunk' : 'unsupported'
  // RFC 1950: the first two bytes are divisible by 31.
  if (first === 0x78) return ((0x78 << 8) | second) % 31 === 0 ? 'zlib' : 'unsupported'
  return 'plain'
}

export type GelfDocument = { readonly ok: true; readonly document: Uint8Array } | DecodeFailure

/** The JSON bytes of a whole payload; compressed ones expand to at most `sizeLimit`. */
export function openGelf(payload: Uint8Array, sizeLimit: number): GelfDocument {
  const kind = gelfKind(payload)
  if (kind === 'plain') return { ok: true, document: payload }
  if (kind === 'gzip' || kind === 'zlib') return inflated(payload, kind, sizeLimit)
  return { ok: false, reason: 'unsupported', detail: 'The payload begins with neither JSON nor a known compression' }
}

function inflated(payload: Uint8Array, kind: 'gzip' | 'zlib', sizeLimit: number): GelfDocument {
  try {
    const inflate = kind === 'gzip' ? gunzipSync : inflateSync
    return { ok: true, document: inflate(payload, { maxOutputLength: sizeLimit }) }
  } catch (error) {
    // Errors of zlib have a code; any other error is a bug.
    if (!(error instanceof Error) || !('code' in error)) throw error
    if (error.code === 'ERR_BUFFER_TOO_LARGE') {
      return { ok: false, reason: 'too-large', detail: `Decompressed it is longer than ${sizeLimit} bytes` }
    }
    return { ok: false, reason: 'broken-compression', detail: `The ${kind} data is broken: ${error.message}` }
  }
}
