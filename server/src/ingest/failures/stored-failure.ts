/** The stored facts of a failure, without its bytes. */
import { crc32 } from 'node:zlib'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { FailureKey } from './failure-key.ts'
import type { FailureFacts, NewFailure } from './failures.ts'

/** Size of an entry beside its bytes and facts. */
const ENTRY_BYTES = 128
const MAX_REASON_LENGTH = 100
const PREVIEW_BYTES = 256

export const Facts = Compile(
  Type.Object({
    triedAtMs: Type.Number(),
    attempts: Type.Integer(),
    offset: Type.Integer(),
    detail: Type.String(),
    origin: Type.Object({
      inputId: Type.String(),
      nodeId: Type.String(),
      codec: Type.String(),
      configuration: Type.Record(Type.String(), Type.Unknown()),
    }),
    receivedAtMs: Type.Number(),
    remoteAddress: Type.String(),
    remotePort: Type.Integer(),
    sizeBytes: Type.Integer(),
    preview: Type.String(),
    /** Checksum of the bytes; older versions wrote none. */
    checksum: Type.Optional(Type.Integer()),
  }),
)
export type StoredFacts = ReturnType<typeof Facts.Parse>

export function failureFacts(key: FailureKey, found: StoredFacts | undefined): FailureFacts {
  const { triedAtMs, checksum: _checksum, ...stored } = found ?? damagedFacts(key)
  const [number, failedAtMs, , , reason] = key
  return { ...stored, number, reason, failedAt: new Date(failedAtMs), triedAt: new Date(triedAtMs) }
}

export function failureEntry(failure: NewFailure, number: number, atMs: number) {
  const { raw, origin, offset } = failure
  const { inputId, nodeId, codec, configuration } = origin
  const stored: StoredFacts = {
    triedAtMs: atMs,
    attempts: 1,
    offset,
    detail: failure.detail,
    origin: { inputId, nodeId, codec, configuration },
    receivedAtMs: raw.receivedAtMs,
    remoteAddress: raw.remoteAddress,
    remotePort: raw.remotePort,
    sizeBytes: raw.payload.byteLength,
    preview: printable(raw.payload.subarray(0, PREVIEW_BYTES)),
    checksum: crc32(raw.payload),
  }
  return { key: failureKey(number, atMs, failure.reason, stored), stored, payload: raw.payload }
}

export function failureKey(number: number, failedAtMs: number, reason: string, stored: StoredFacts): FailureKey {
  const bytes = stored.sizeBytes + JSON.stringify(stored).length + ENTRY_BYTES
  return [number, failedAtMs, bytes, stored.origin.inputId, reason.slice(0, MAX_REASON_LENGTH)]
}

/** Shown for a failure whose facts are damaged: it can be seen and deleted. */
const damagedFacts = ([, failedAtMs, , inputId]: FailureKey): StoredFacts => ({
  triedAtMs: failedAtMs,
  attempts: 1,
  offset: 0,
  detail: 'The disk did not keep this failure as it was written: it cannot be tried again.',
  origin: { inputId, nodeId: '', codec: '', configuration: {} },
  receivedAtMs: failedAtMs,
  remoteAddress: '',
  remotePort: 0,
  sizeBytes: 0,
  preview: '',
})

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029\ufffd]+/gu

/** Bytes as one line of text, with a dot for each run of unprintable characters. */
const printable = (bytes: Uint8Array): string => Buffer.from(bytes).toString().replace(UNPRINTABLE, '·')
