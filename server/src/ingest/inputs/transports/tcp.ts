/**
 * Messages as frames of a TCP connection. While the journal is full, the connection is paused and frames read so far
 * are buffered. Incomplete frames of all connections together are bounded: the connection that exceeds the bound is
 * closed.
 */
import type { Socket } from 'node:net'
import { booleanSetting, countSetting } from '@logyard/codecs/config-fields'
import { createDelimitedFrames } from '@logyard/codecs/framing/delimited-frames'
import type { Frames } from '@logyard/codecs/framing/frames'
import { createSyslogFrames } from '@logyard/codecs/framing/syslog-frames'
import { releaseIfWhole } from '@logyard/codecs/release-memory'
import type { InputConfiguration } from '@logyard/contract/ingest/inputs'
import { MAX_RAW_BYTES } from '../../journal/journal.ts'
import type { InputMetrics } from '../input-metrics.ts'
import type { Peer } from './intake.ts'
import { createRareLog } from './rare-log.ts'
import { listenForStreams } from './stream-listener.ts'
import type { StartTransport, TransportDeps } from './transport.ts'

export type TcpFraming = 'gelf' | 'lines' | 'syslog'

const MAX_MESSAGE_BYTES = 2_097_152
/** Incomplete frames of all connections of an input. */
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
      logClosed: createRareLog(deps, 'connection closed, it sent invalid data'),
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
  // GELF messages end with NUL, whatever the configuration says.
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

interface Connection extends Reception {
  readonly peer: Peer
  /** Frames that the full journal has refused; copies, because their memory is reused. */
  waiting: Buffer[]
  partialBytes: number
  /** Bytes of whole frames since the last chunk. */
  framedBytes: number
  countedEmpty: number
  hasSent: boolean
}

function receive(reception: Reception): void {
  const { socket, frames, deps, partial } = reception
  const connection: Connection = {
    ...reception,
    peer: { address: socket.remoteAddress ?? '', port: socket.remotePort ?? 0 },
    waiting: [],
    partialBytes: 0,
    framedBytes: 0,
    countedEmpty: 0,
    hasSent: false,
  }
  const onFrame = (frame: Buffer) => offer(connection, frame)
  socket.on('data', (chunk: Buffer<ArrayBuffer>) => onData(connection, chunk, onFrame))
  socket.once('end', () => {
    frames.end(onFrame)
    countEmpty(connection)
    if (connection.waiting.length > 0) pushBack(connection)
  })
  // While the journal is full, unread data stays in the system's buffers, and so with the sender.
  if (deps.intake.isFull()) pushBack(connection)
  else socket.resume()
  socket.once('close', () => {
    partial.bytes -= connection.partialBytes
    connection.partialBytes = 0
    frames.release()
  })
}

function onData(connection: Connection, chunk: Buffer<ArrayBuffer>, onFrame: (frame: Buffer) => void): void {
  const { frames, deps, metrics, partial } = connection
  if (!connection.hasSent) deps.signs.look(chunk, connection.peer.address)
  connection.hasSent = true
  const startedMs = deps.clock.monotonicMs()
  const fault = frames.push(chunk, onFrame)
  metrics.aggregationTime.update(deps.clock.monotonicMs() - startedMs)
  const hasFrames = connection.framedBytes > 0
  notePartial(connection, chunk.length, countEmpty(connection) || hasFrames)
  // Frames that are buffered were copied. A large chunk has a buffer of its own; small ones may share one.
  releaseIfWhole(chunk)
  if (fault !== undefined) close(connection, fault)
  else if (partial.bytes > MAX_PARTIAL_BYTES && connection.partialBytes > 0) {
    close(connection, 'too-many-partial-messages')
  }
  if (connection.waiting.length > 0 || deps.intake.isFull()) pushBack(connection)
}

function offer(connection: Connection, frame: Buffer): void {
  const { deps, peer, waiting } = connection
  connection.framedBytes += frame.length
  if (waiting.length > 0 || !deps.intake.append(frame, peer)) waiting.push(Buffer.from(frame))
}

function countEmpty(connection: Connection): boolean {
  // The counter may shrink when the frames end.
  const found = Math.max(0, connection.frames.emptyFrames - connection.countedEmpty)
  connection.countedEmpty += found
  connection.metrics.emptyMessages.increment(found)
  return found > 0
}

/** Estimates the incomplete frame: at most what has arrived since the last whole one. */
function notePartial(connection: Connection, chunkBytes: number, hasFrames: boolean): void {
  const unframed = Math.max(0, connection.partialBytes + chunkBytes - connection.framedBytes)
  const now = hasFrames ? Math.min(unframed, chunkBytes) : unframed
  connection.partial.bytes += now - connection.partialBytes
  connection.partialBytes = now
  connection.framedBytes = 0
}

function close({ deps, logClosed, peer, metrics, socket }: Connection, reason: string): void {
  if (reason === 'too-long') deps.signs.see(reason, peer.address)
  logClosed({ remoteAddress: peer.address, reason })
  metrics.invalidMessages.mark()
  socket.destroy()
}

function pushBack(connection: Connection): void {
  const { socket } = connection
  socket.pause()
  deliverWaiting(connection).then(
    () => socket.resume(),
    // The input is stopping. These frames were never acknowledged.
    () => undefined,
  )
}

async function deliverWaiting(connection: Connection): Promise<void> {
  const { deps, peer, stopping } = connection
  await deps.intake.writable(stopping)
  while (connection.waiting.length > 0) {
    await deps.intake.writable(stopping)
    const refused = connection.waiting.findIndex((frame) => !deps.intake.append(frame, peer))
    connection.waiting = refused < 0 ? [] : connection.waiting.slice(refused)
  }
}
