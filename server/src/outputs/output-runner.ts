/**
 * Delivers messages to one output, batch by batch, without slowing down anything else: messages that come faster than
 * the output accepts them wait in a bounded queue, and beyond it they are dropped and counted. A failing output is
 * reopened after increasing delays.
 */

import type { Clock } from '../platform/clock.ts'
import { createWakeUp, type WakeUp } from '../platform/wake-up.ts'
import { createOutputQueue, type OutputQueue } from './output-queue.ts'
import type { OutputMessages, OutputSink } from './output-type.ts'

export interface OutputSetup {
  readonly batchMessages: number
  readonly retryMs: number
  open(signal: AbortSignal): Promise<OutputSink>
}

export interface OutputRunner extends AsyncDisposable {
  offer(chunk: OutputMessages): void
  /** Continues with the queued messages under the new setup. */
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
  /** `faults` is the number of consecutive failures. */
  onFault(error: unknown, faults: number): void
  /** Called for the first success after failures. */
  onRecovered(): void
}

export const WRITE_LIMIT_MS = 10_000
export const FAULT_THRESHOLD = 5
export const PENALTY_SECONDS = 30
const PENALTY_MS = PENALTY_SECONDS * 1000
/** Limit of the wait for queued messages on shutdown. A failing output does not wait. */
const DRAIN_MS = 3000

interface Attempt {
  readonly setup: OutputSetup
  /** Cancels opening and waiting, but not a write in progress. */
  readonly stopped: AbortController
  sink: OutputSink | undefined
}

interface Runner extends OutputRunnerDeps {
  readonly queue: OutputQueue
  readonly changed: WakeUp
  readonly killed: AbortController
  attempt: Attempt
  faults: number
  isFailing: boolean
  isEnding: boolean
}

const newAttempt = (setup: OutputSetup): Attempt => ({ setup, stopped: new AbortController(), sink: undefined })

export function createOutputRunner(deps: OutputRunnerDeps): OutputRunner {
  const queue = createOutputQueue(deps.limitBytes)
  const runner: Runner = {
    ...deps,
    queue,
    changed: createWakeUp(),
    killed: new AbortController(),
    attempt: newAttempt(deps.setup),
    faults: 0,
    isFailing: false,
    isEnding: false,
  }
  const running = run(runner)
  return {
    offer(chunk) {
      if (runner.isEnding || !queue.offer(chunk)) deps.onDropped(chunk.messages, 'too many wait for it already')
      else runner.changed.wake()
    },
    restart(setup) {
      runner.attempt.stopped.abort()
      runner.attempt = newAttempt(setup)
      runner.faults = 0
      runner.changed.wake()
    },
    queuedMessages: queue.messages,
    queuedBytes: queue.bytes,
    [Symbol.asyncDispose]: () => end(runner, running),
  }
}

async function run(runner: Runner): Promise<void> {
  const { queue, changed, killed } = runner
  let opened = runner.attempt
  while (!runner.isEnding || (queue.messages() > 0 && runner.faults === 0 && !killed.signal.aborted)) {
    if (opened !== runner.attempt) close(opened)
    opened = runner.attempt
    const batch = queue.first(opened.setup.batchMessages)
    if (batch === undefined) {
      await changed.next()
      continue
    }
    try {
      await deliver(runner, opened, batch)
    } catch (error) {
      await failed(runner, opened, error)
    }
  }
  close(opened)
}

async function deliver(runner: Runner, attempt: Attempt, batch: OutputMessages): Promise<void> {
  if (attempt.sink?.isOpen() === false) close(attempt)
  attempt.sink ??= await open(attempt)
  const lost = Math.min(await withinLimit(runner, attempt.sink.send(batch)), batch.messages)
  runner.queue.remove(batch)
  runner.faults = 0
  runner.onWritten(batch.messages - lost)
  if (lost > 0) runner.onDropped(lost, 'the network or the receiver refused them')
  else if (runner.isFailing) {
    runner.isFailing = false
    runner.onRecovered()
  }
}

async function open({ setup, stopped: { signal } }: Attempt): Promise<OutputSink> {
  const sink = await setup.open(signal)
  if (signal.aborted) sink[Symbol.dispose]()
  signal.throwIfAborted()
  return sink
}

function close(attempt: Attempt): void {
  attempt.sink?.[Symbol.dispose]()
  attempt.sink = undefined
}

async function withinLimit({ clock, killed }: Runner, sending: Promise<number>): Promise<number> {
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

async function failed(runner: Runner, attempt: Attempt, error: unknown): Promise<void> {
  close(attempt)
  if (attempt.stopped.signal.aborted || runner.killed.signal.aborted) return
  runner.faults += 1
  runner.isFailing = true
  runner.onFault(error, runner.faults)
  if (runner.isEnding) return
  const waitMs =
    runner.faults >= FAULT_THRESHOLD
      ? PENALTY_MS
      : Math.min(attempt.setup.retryMs * 2 ** (runner.faults - 1), PENALTY_MS)
  await runner.clock.sleep(waitMs, attempt.stopped.signal).catch(() => undefined)
}

async function end(runner: Runner, running: Promise<void>): Promise<void> {
  const { queue, clock } = runner
  runner.isEnding = true
  runner.changed.wake()
  if (runner.faults > 0) runner.attempt.stopped.abort()
  const drained = new AbortController()
  await Promise.race([running, clock.sleep(DRAIN_MS, drained.signal).catch(() => undefined)])
  drained.abort()
  runner.attempt.stopped.abort()
  runner.killed.abort()
  await running
  if (queue.messages() > 0) runner.onDropped(queue.messages(), 'it ended')
  queue.clear()
}
