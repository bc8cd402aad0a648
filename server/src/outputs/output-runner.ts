/**
 * Brings messages to one output, piece by piece, and waits for nobody else: what comes faster than the output takes it
 * waits in a bounded queue, and what does not fit is dropped and counted. An output that fails is opened again, later
 * and later.
 */
import { createBell } from '../platform/bell.ts'
import type { Clock } from '../platform/clock.ts'
import { createOutputQueue } from './output-queue.ts'
import type { OutputMessages, OutputSink } from './output-type.ts'

export interface OutputSetup {
  readonly pieceMessages: number
  readonly retryMs: number
  open(signal: AbortSignal): Promise<OutputSink>
}

export interface OutputRunner extends AsyncDisposable {
  offer(chunk: OutputMessages): void
  /** Goes on, with what waits, as the new setup says. */
  restart(setup: OutputSetup): void
  queuedMessages(): number
  queuedBytes(): number
}

export interface OutputRunnerDeps {
  readonly clock: Clock
  readonly setup: OutputSetup
  readonly limitBytes: number
  onWritten(messages: number): void
  onDropped(messages: number, reason: string): void
  /** For the how-manieth time since it last worked. */
  onFault(error: unknown, faults: number): void
  /** It works after it did not. */
  onRecovered(): void
}

export const WRITE_LIMIT_MS = 10_000
export const FAULT_THRESHOLD = 5
export const PENALTY_SECONDS = 30
const PENALTY_MS = PENALTY_SECONDS * 1000
/** How long an end waits for what is still to be written, unless it could not be written before. */
const DRAIN_MS = 3000

interface Attempt {
  readonly setup: OutputSetup
  /** Ends opening and waiting; a write that has begun goes on. */
  readonly stopped: AbortController
  sink: OutputSink | undefined
}

const newAttempt = (setup: OutputSetup): Attempt => ({ setup, stopped: new AbortController(), sink: undefined })

export function createOutputRunner(deps: OutputRunnerDeps): OutputRunner {
  const { clock } = deps
  const queue = createOutputQueue(deps.limitBytes)
  const changed = createBell()
  const killed = new AbortController()
  let attempt = newAttempt(deps.setup)
  let faults = 0
  let isFailing = false
  let isEnding = false

  function close(one: Attempt) {
    one.sink?.[Symbol.dispose]()
    one.sink = undefined
  }

  async function open({ setup, stopped: { signal } }: Attempt): Promise<OutputSink> {
    const sink = await setup.open(signal)
    if (signal.aborted) sink[Symbol.dispose]()
    signal.throwIfAborted()
    return sink
  }

  async function deliver(one: Attempt, piece: OutputMessages) {
    if (one.sink?.isOpen() === false) close(one)
    one.sink ??= await open(one)
    const failed = await withinLimit(one.sink.send(piece))
    queue.remove(piece)
    faults = 0
    const lost = Math.min(failed, piece.messages)
    deps.onWritten(piece.messages - lost)
    if (lost > 0) deps.onDropped(lost, 'the network or the receiver refused them')
    else if (isFailing) {
      isFailing = false
      deps.onRecovered()
    }
  }

  async function withinLimit(sending: Promise<number>): Promise<number> {
    const done = new AbortController()
    const late = clock.sleep(WRITE_LIMIT_MS, AbortSignal.any([killed.signal, done.signal])).then(() => {
      throw new Error(`a write took longer than ${WRITE_LIMIT_MS} ms`)
    })
    try {
      return await Promise.race([sending, late])
    } finally {
      done.abort()
    }
  }

  async function failed(one: Attempt, error: unknown) {
    close(one)
    if (one.stopped.signal.aborted || killed.signal.aborted) return
    faults += 1
    isFailing = true
    deps.onFault(error, faults)
    if (isEnding) return
    const waitMs = faults >= FAULT_THRESHOLD ? PENALTY_MS : Math.min(one.setup.retryMs * 2 ** (faults - 1), PENALTY_MS)
    await clock.sleep(waitMs, one.stopped.signal).catch(() => undefined)
  }

  async function run() {
    let opened = attempt
    while (!isEnding || (queue.messages() > 0 && faults === 0 && !killed.signal.aborted)) {
      if (opened !== attempt) close(opened)
      opened = attempt
      const piece = queue.first(opened.setup.pieceMessages)
      if (piece === undefined) {
        await changed.next()
        continue
      }
      try {
        await deliver(opened, piece)
      } catch (error) {
        await failed(opened, error)
      }
    }
    close(opened)
  }
  const running = run()

  return {
    offer(chunk) {
      if (isEnding || !queue.offer(chunk)) deps.onDropped(chunk.messages, 'too many wait for it already')
      else changed.ring()
    },
    restart(setup) {
      attempt.stopped.abort()
      attempt = newAttempt(setup)
      faults = 0
      changed.ring()
    },
    queuedMessages: queue.messages,
    queuedBytes: queue.bytes,
    async [Symbol.asyncDispose]() {
      isEnding = true
      changed.ring()
      if (faults > 0) attempt.stopped.abort()
      const drained = new AbortController()
      await Promise.race([running, clock.sleep(DRAIN_MS, drained.signal).catch(() => undefined)])
      drained.abort()
      attempt.stopped.abort()
      killed.abort()
      await running
      if (queue.messages() > 0) deps.onDropped(queue.messages(), 'it ended')
      queue.clear()
    },
  }
}
