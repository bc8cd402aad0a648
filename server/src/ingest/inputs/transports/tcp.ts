/**
 * Messages as frames of a TCP connection. A connection waits while the journal is full; what was read from it by then
 * waits with it. Partial frames of all connections together are bounded: who makes them too many is closed.
 */
import type { Socket } from 'node:net'
import { booleanSetting, countSetting } from '@logyard/codecs/config-fields'
import { createDelimitedFrames } from '@logyard/codecs/framing/delimited-frames'
import type { Frames } from '@logyard/codecs/framing/frames'
import { createSyslogFrames } from '@logyard/codecs/framing/syslog-frames'
import type { InputConfiguration } from '@logyard/contract/ingest/inputs'
import { releaseMemory } from '../../../platform/release-memory.ts'
import { MAX_RAW_BYTES } from '../../journal/journal.ts'
import type { InputMetrics } from '../input-metrics.ts'
import type { Peer } from './intake.ts'
import { createRareLog } from './rare-log.ts'
import { listenForStreams } from './stream-listener.ts'
import type { StartTransport, TransportDeps } from './transport.ts'

export type TcpFraming = 'gelf' | 'lines' | 'syslog'

const MAX_MESSAGE_BYTES = 2_097_152
/** Of all connections of an input together. */
const MAX_PARTIAL_BYTES = 256 * 1024 * 1024

export function tcpTransport(framing: TcpFraming): StartTransport {
  return async (deps) => {
    const createFrames = framesFor(framing, deps.configuration)
    const partial = { bytes: 0 }
    const stopping = new AbortController()
    const { emptyMessages, invalidMessages, aggregationTime } = deps.metrics
    const shared = {
      deps,
      metrics: { emptyMessages, invalidMessages, aggregationTime },
      partial,
      stopping: stopping.signal,
      logClosed: createRareLog(deps, 'connection closed, it sent what is no message'),
    }
    const listener = await listenForStreams(deps, (socket) => receive({ ...shared, socket, frames: createFrames() }), {
      pauseOnConnect: true,
    })
    return {
      port: listener.port,
      async [Symbol.asyncDispose]() {
        stopping.abort()
        await listener[Symbol.asyncDispose]()
      },
    }
  }
}

function framesFor(framing: TcpFraming, configuration: InputConfiguration): () => Frames {
  const maxBytes = Math.min(countSetting(configuration, 'max_message_size', MAX_MESSAGE_BYTES), MAX_RAW_BYTES)
  // GELF over TCP ends with NUL, whatever the configuration says.
  if (framing === 'gelf') return () => createDelimitedFrames({ delimiter: 'nul', maxBytes, minBytes: 2 })
  const delimiter = booleanSetting(configuration, 'use_null_delimiter', false) ? 'nul' : 'newline'
  if (framing === 'syslog') return () => createSyslogFrames({ delimiter, maxBytes })
  return () => createDelimitedFrames({ delimiter, maxBytes })
}

type ReceptionMetrics = Pick<InputMetrics, 'emptyMessages' | 'invalidMessages' | 'aggregationTime'>

interface Reception {
  readonly socket: Socket
  readonly frames: Frames
  readonly deps: TransportDeps
  readonly partial: { bytes: number }
  readonly stopping: AbortSignal
  readonly metrics: ReceptionMetrics
  readonly logClosed: (facts: { remoteAddress: string; reason: string }) => void
}

function receive({ socket, frames, deps, metrics, partial, stopping, logClosed }: Reception): void {
  const { intake, clock } = deps
  const peer: Peer = { address: socket.remoteAddress ?? '', port: socket.remotePort ?? 0 }
  /** Frames that the full journal has not taken; copies, because their memory is used again. */
  let waiting: Buffer[] = []
  let partialBytes = 0
  let handedBytes = 0
  let countedEmpty = 0

  function onFrame(frame: Buffer): void {
    handedBytes += frame.length
    if (waiting.length > 0 || !intake.take(frame, peer)) waiting.push(Buffer.from(frame))
  }

  function countEmpty(): boolean {
    // Ended frames may count no more.
    const found = Math.max(0, frames.emptyFrames - countedEmpty)
    countedEmpty += found
    metrics.emptyMessages.increment(found)
    return found > 0
  }

  /** An upper bound: what came since the last whole frame. */
  function notePartial(chunkBytes: number, hasFrames: boolean): void {
    const unhanded = Math.max(0, partialBytes + chunkBytes - handedBytes)
    const now = hasFrames ? Math.min(unhanded, chunkBytes) : unhanded
    partial.bytes += now - partialBytes
    partialBytes = now
    handedBytes = 0
  }

  function close(reason: string): void {
    logClosed({ remoteAddress: peer.address, reason })
    metrics.invalidMessages.mark()
    socket.destroy()
  }

  async function deliverWaiting(): Promise<void> {
    await intake.writable(stopping)
    while (waiting.length > 0) {
      await intake.writable(stopping)
      const taken = waiting.findIndex((frame) => !intake.take(frame, peer))
      waiting = taken < 0 ? [] : waiting.slice(taken)
    }
  }

  function pushBack(): void {
    socket.pause()
    deliverWaiting().then(
      () => socket.resume(),
      // The input is stopping: nobody was told that these are safe.
      () => undefined,
    )
  }

  socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
    const startedMs = clock.monotonicMs()
    const fault = frames.push(chunk, onFrame)
    metrics.aggregationTime.update(clock.monotonicMs() - startedMs)
    const hasFrames = handedBytes > 0
    notePartial(chunk.length, countEmpty() || hasFrames)
    // Frames that stay were copied. A large chunk is a buffer of its own; small ones may share theirs.
    if (chunk.buffer.byteLength === chunk.length) releaseMemory(chunk)
    if (fault !== undefined) close(fault)
    else if (partial.bytes > MAX_PARTIAL_BYTES && partialBytes > 0) close('too-many-partial-messages')
    if (waiting.length > 0 || intake.isFull()) pushBack()
  })
  socket.once('end', () => {
    frames.end(onFrame)
    countEmpty()
    if (waiting.length > 0) pushBack()
  })
  // What a peer sends while the journal is full stays with the system, and so with the peer.
  if (intake.isFull()) pushBack()
  else socket.resume()
  socket.once('close', () => {
    partial.bytes -= partialBytes
    partialBytes = 0
  })
}
