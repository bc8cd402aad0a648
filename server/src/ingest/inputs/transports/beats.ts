/**
 * The Lumberjack protocol of Beats. A window is acknowledged when all its events are on the disk. Until then partial
 * acknowledgements keep its sender from timing out. A sender may be several windows ahead of the acknowledgements.
 */
import type { Socket } from 'node:net'
import {
  createLumberjackParser,
  encodeAck,
  LUMBERJACK_LIMITS,
  type LumberjackFrame,
  type LumberjackParser,
  type LumberjackVersion,
} from '@logyard/codecs/beats/lumberjack-frames'
import type { Peer } from './intake.ts'
import { createRareLog } from './rare-log.ts'
import { listenForStreams } from './stream-listener.ts'
import type { StartTransport, TransportDeps } from './transport.ts'
import { createUnpackShare, type UnpackShare } from './unpack-share.ts'

/** Senders give up after 15 seconds of silence at the earliest. */
const PARTIAL_ACK_MS = 10_000
const TICK_MS = 2000
/** Incomplete frames of all connections together. */
const MAX_PENDING_BYTES = 256 * 1024 * 1024

interface Shared {
  readonly deps: TransportDeps
  readonly versions: readonly LumberjackVersion[]
  readonly pending: { bytes: number }
  readonly share: UnpackShare
  readonly stopping: AbortSignal
  readonly logClosed: (facts: { remoteAddress: string; reason: string }) => void
}

/** A number of events that are acknowledged together. */
interface Window {
  version: LumberjackVersion
  size: number
  /** Sequence number of the last event on the disk. */
  stored: number
}

export function beatsTransport(versions: readonly LumberjackVersion[]): StartTransport {
  return async (deps) => {
    const stopping = new AbortController()
    const sessions = new Set<BeatsSession>()
    const shared: Shared = {
      deps,
      versions,
      pending: { bytes: 0 },
      share: createUnpackShare(deps.clock),
      stopping: stopping.signal,
      logClosed: createRareLog(deps, 'connection closed, it does not speak lumberjack'),
    }
    const listener = await listenForStreams(deps, (socket) => {
      const session = createBeatsSession(socket, shared)
      sessions.add(session)
      socket.once('close', () => sessions.delete(session))
    })
    const ticker = deps.clock.every(TICK_MS, () => {
      for (const session of sessions) session.tick(deps.clock.monotonicMs())
    })
    return {
      port: listener.port,
      async [Symbol.asyncDispose]() {
        ticker[Symbol.dispose]()
        stopping.abort()
        await listener[Symbol.asyncDispose]()
      },
    }
  }
}

type BeatsSession = ReturnType<typeof createBeatsSession>

interface Session extends Shared {
  readonly socket: Socket
  readonly peer: Peer
  readonly parser: LumberjackParser
  /** Windows in the order of arrival; the first is acknowledged next. */
  readonly windows: Window[]
  pendingBytes: number
  ackedAtMs: number
}

function createBeatsSession(socket: Socket, shared: Shared) {
  const { deps, pending, stopping } = shared
  const session: Session = {
    ...shared,
    socket,
    peer: { address: socket.remoteAddress ?? '', port: socket.remotePort ?? 0 },
    parser: createLumberjackParser({ ...LUMBERJACK_LIMITS, versions: shared.versions }),
    windows: [],
    pendingBytes: 0,
    ackedAtMs: deps.clock.monotonicMs(),
  }
  socket.once('close', () => {
    pending.bytes -= session.pendingBytes
    session.pendingBytes = 0
  })
  read(session).catch((error: unknown) => {
    const isExpected = stopping.aborted || socket.destroyed
    if (!isExpected) deps.log.error({ err: error }, 'connection failed')
    socket.destroy()
  })
  return {
    tick(nowMs: number) {
      const [first] = session.windows
      if (first !== undefined && nowMs - session.ackedAtMs >= PARTIAL_ACK_MS) send(session, first.version, first.stored)
    },
  }
}

async function read(session: Session): Promise<void> {
  const { socket, parser, pending, share, stopping, deps } = session
  const { address } = session.peer
  if (deps.intake.isFull()) await deps.intake.writable(stopping)
  let hasSent = false
  for await (const chunk of socket) {
    if (!Buffer.isBuffer(chunk)) continue
    if (!hasSent) deps.signs.look(chunk, address)
    hasSent = true
    await share.free(address, stopping)
    const { frames, problem, unpackedBytes } = parser.push(chunk)
    share.spend(address, unpackedBytes)
    pending.bytes += parser.pendingBytes - session.pendingBytes
    session.pendingBytes = parser.pendingBytes
    await receive(session, frames)
    if (problem !== undefined) return close(session, problem)
    if (pending.bytes > MAX_PENDING_BYTES && session.pendingBytes > 0) {
      return close(session, 'too many unfinished frames')
    }
  }
}

async function receive(session: Session, frames: readonly LumberjackFrame[]): Promise<void> {
  const { windows } = session
  /** The last event of the current window that has no acknowledgement under way. */
  let unacknowledged = 0
  const acknowledgeReceived = () => {
    const window = windows.at(-1)
    if (unacknowledged > 0 && window !== undefined) acknowledge(session, window, unacknowledged)
    unacknowledged = 0
  }
  for (const frame of frames) {
    if (frame.kind === 'window') {
      acknowledgeReceived()
      if (frame.size > 0) windows.push({ version: frame.version, size: frame.size, stored: 0 })
      continue
    }
    await append(session, frame.event)
    const window = windows.at(-1)
    // Events outside of a window are not acknowledged.
    if (window === undefined) continue
    unacknowledged = frame.sequence
    if (frame.sequence === window.size) acknowledgeReceived()
  }
  acknowledgeReceived()
}

async function append({ deps: { intake }, peer, stopping }: Session, event: Uint8Array): Promise<void> {
  while (!intake.append(event, peer)) await intake.writable(stopping)
}

/** Acknowledges the events up to `sequence` once they are on the disk. Does not wait for that. */
function acknowledge(session: Session, window: Window, sequence: number): void {
  const { deps, socket, windows } = session
  deps.intake.flushed().then(
    () => {
      window.stored = sequence
      if (sequence !== window.size) return
      windows.splice(windows.indexOf(window), 1)
      send(session, window.version, sequence)
    },
    // The journal is closed: the sender repeats its unacknowledged events after a reconnect.
    () => socket.destroy(),
  )
}

function send(session: Session, version: LumberjackVersion, sequence: number): void {
  const { socket, deps } = session
  session.ackedAtMs = deps.clock.monotonicMs()
  if (socket.writable) socket.write(encodeAck(version, sequence))
}

function close({ deps, socket, peer, logClosed }: Session, reason: string): void {
  logClosed({ remoteAddress: peer.address, reason })
  deps.metrics.invalidMessages.mark()
  socket.destroy()
}
