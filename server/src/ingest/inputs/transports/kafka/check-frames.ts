/**
 * Checks the lengths of the frames that brokers send, before the client reads them: a frame that is too short for its
 * header makes the client read past its end, and one that is too long fills the memory.
 */
import { tracingChannel } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import type { Connection } from '@platformatic/kafka'
import { checkReceived } from '../../../../platform/outgoing/check-received.ts'

/** A batch has at most 128 MB, and comes alone if it is large. */
const MAX_FRAME_BYTES = 160 * 2 ** 20
/** Each frame begins with a correlation id of four bytes. */
const MIN_FRAME_BYTES = 4
const LENGTH_BYTES = 4
/** An alert or a handshake of TLS, which the client recognises and has better words for. */
const TLS_RECORDS: ReadonlySet<number> = new Set([0x1503, 0x1603])

let isChecking = false

/** Checks all connections of this thread from now on. */
export function checkFrames(): void {
  if (isChecking) return
  isChecking = true
  tracingChannel<{ readonly connection: Connection }>('plt:kafka:connections:connects').subscribe({
    end({ connection }) {
      // The socket was created just now, unless the connection was there already.
      const { socket } = connection
      if (socket.connecting) checkSocket(socket)
    },
  })
}

function checkSocket(socket: Socket): void {
  const isValid = createFrameCheck()
  checkReceived(socket, (chunk) => (isValid(chunk) ? undefined : new Error('it sent a frame with an invalid length')))
}

/** Says whether the frames are valid as far as they have arrived. */
export function createFrameCheck(): (chunk: Uint8Array) => boolean {
  let length = 0
  let lengthBytes = 0
  /** Bytes of the frame that have not arrived. */
  let left = 0
  let isFirst = true

  function isValidLength(): boolean {
    const mayBeTls = isFirst && TLS_RECORDS.has(length >>> 16)
    isFirst = false
    return mayBeTls || (length >= MIN_FRAME_BYTES && length <= MAX_FRAME_BYTES)
  }

  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      if (left > 0) {
        const skipped = Math.min(left, chunk.length - at)
        left -= skipped
        at += skipped
        continue
      }
      length = ((length << 8) | (chunk[at] ?? 0)) >>> 0
      lengthBytes += 1
      at += 1
      if (lengthBytes < LENGTH_BYTES) continue
      if (!isValidLength()) return false
      left = length
      length = 0
      lengthBytes = 0
    }
    return true
  }
}
