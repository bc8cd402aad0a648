/**
 * The Lumberjack protocol of Beats. A window is acknowledged when all its events are on the disk, and in part every now
 * and then while it is in work, so that its sender does not take us for dead. A sender may be windows ahead of that.
 */
import type { Socket } from 'node:net'
import {
  createLumberjackParser,
  encodeAck,
  LUMBERJACK_LIMITS,
  type LumberjackFrame,
  type LumberjackVersion,
} from '@logyard/codecs/beats/lumberjack-frames'
import type { Peer } from './intake.ts'
import { createRareLog } from './rare-log.ts'
import { listenForStreams } from './stream-listener.ts'
import type { StartTransport, TransportDeps } from './transport.ts'

/** Senders give up after 15 seconds of silence at the earliest. */
const PARTIAL_ACK_MS = 10_000
const TICK_MS = 2000
/** Half a frame of all connections together. */
const MAX_PENDING_BYTES = 256 * 1024 * 1024

interface Shared {
  readonly deps: TransportDeps
  readonly versions: readonly LumberjackVersion[]
  readonly pending: { bytes: number }
  readonly stopping: AbortSignal
  readonly logClosed: (facts: { remoteAddress: string; reason: string }) => void
}

/** What a connection was told and what it will be told. */
interface Window {
  version: LumberjackVersion
  size: number
  /** Of the last event that is on the disk. */
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

interface BeatsSession {
  tick(nowMs: number): void
}

function createBeatsSession(socket: Socket, shared: Shared): BeatsSession {
  const { deps, pending, stopping } = shared
  const { intake, clock, metrics } = deps
  const { invalidMessages } = metrics
  const peer: Peer = { address: socket.remoteAddress ?? '', port: socket.remotePort ?? 0 }
  const parser = createLumberjackParser({ ...LUMBERJACK_LIMITS, versions: shared.versions })
  /** In the order they came; the first is the one to be acknowledged next. */
  const windows: Window[] = []
  let pendingBytes = 0
  let ackedAtMs = clock.monotonicMs()

  function send(version: LumberjackVersion, sequence: number): void {
    ackedAtMs = clock.monotonicMs()
    if (socket.writable) socket.write(encodeAck(version, sequence))
  }

  function close(reason: string): void {
    shared.logClosed({ remoteAddress: peer.address, reason })
    invalidMessages.mark()
    socket.destroy()
  }

  async function take(event: Uint8Array): Promise<void> {
    while (!intake.take(event, peer)) await intake.writable(stopping)
  }

  /** Tells the sender once the events up to `sequence` are on the disk, without making the next ones wait. */
  function acknowledge(window: Window, sequence: number): void {
    intake.flushed().then(
      () => {
        window.stored = sequence
        if (sequence !== window.size) return
        windows.splice(windows.indexOf(window), 1)
        send(window.version, sequence)
      },
      // The journal is closed: what is not on the disk is sent again, to whoever runs then.
      () => socket.destroy(),
    )
  }

  async function receive(frames: readonly LumberjackFrame[]): Promise<void> {
    let unstored = 0
    for (const frame of frames) {
      if (frame.kind === 'window') {
        if (unstored > 0) noteProgress(unstored)
        unstored = 0
        if (frame.size > 0) windows.push({ version: frame.version, size: frame.size, stored: 0 })
        continue
      }
      await take(frame.event)
      const window = windows.at(-1)
      // Without a window nobody waits for an answer.
      if (window === undefined) continue
      unstored = frame.sequence
      if (frame.sequence === window.size) {
        acknowledge(window, frame.sequence)
        unstored = 0
      }
    }
    if (unstored > 0) noteProgress(unstored)
  }

  function noteProgress(sequence: number): void {
    const window = windows.at(-1)
    if (window !== undefined) acknowledge(window, sequence)
  }

  async function read(): Promise<void> {
    if (intake.isFull()) await intake.writable(stopping)
    for await (const chunk of socket) {
      if (!Buffer.isBuffer(chunk)) continue
      const { frames, problem } = parser.push(chunk)
      pending.bytes += parser.pendingBytes - pendingBytes
      pendingBytes = parser.pendingBytes
      await receive(frames)
      if (problem !== undefined) return close(problem)
      if (pending.bytes > MAX_PENDING_BYTES && pendingBytes > 0) return close('too many unfinished frames')
    }
  }

  socket.once('close', () => {
    pending.bytes -= pendingBytes
    pendingBytes = 0
  })
  read().catch((error: unknown) => {
    const isExpected = stopping.aborted || socket.destroyed
    if (!isExpected) deps.log.error({ err: error }, 'connection failed')
    socket.destroy()
  })

  return {
    tick(nowMs) {
      const [first] = windows
      if (first !== undefined && nowMs - ackedAtMs >= PARTIAL_ACK_MS) send(first.version, first.stored)
    },
  }
}
