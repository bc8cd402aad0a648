/**
 * Delivers the queued messages of one output, batch by batch, without slowing down anything else. A failing output is
 * reopened after increasing delays. What the receiver refuses is sent again in smaller batches, until the messages that
 * it refuses are alone: those are dropped and counted.
 */

import type { Clock } from '../platform/clock.ts'
import { createWakeUp, type WakeUp } from '../platform/wake-up.ts'
import type { OutputQueue } from './output-queue.ts'
import { type DeliverySettings, MessagesRefused, type OutputMessages, type OutputSink } from './output-type.ts'

export interface OutputSetup extends DeliverySettings {
  open(signal: AbortSignal): Promise<OutputSink>
}

export interface OutputRunner extends AsyncDisposable {
  /** Call after messages were queued. */
  wake(): void
  /** Continues with the queued messages under the new setup. */
  restart(setup: OutputSetup): void
}

export interface OutputRunnerDeps {
  readonly clock: Clock
  readonly setup: OutputSetup
  readonly queue: OutputQueue
  onWritten(messages: number): void
  onDropped(messages: number, reason: string): void
  /** `faults` is the number of consecutive failures. */
  onFault(error: unknown, faults: number): void
  /** Called for the first success after failures. */
  onRecovered(): void
}

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
  /** Halved when the receiver refuses a batch, doubled when it accepts one. */
  batchMessages: number
}

interface Runner extends OutputRunnerDeps {
  readonly changed: WakeUp
  readonly killed: AbortController
  attempt: Attempt
  faults: number
  isFailing: boolean
  isEnding: boolean
}

const newAttempt = (setup: OutputSetup): Attempt => ({
  setup,
  stopped: new AbortController(),
  sink: undefined,
  batchMessages: setup.batch.messages,
})

export function createOutputRunner(deps: OutputRunnerDeps): OutputRunner {
  const runner: Runner = {
    ...deps,
    changed: createWakeUp(),
    killed: new AbortController(),
    attempt: newAttempt(deps.setup),
    faults: 0,
    isFailing: false,
    isEnding: false,
  }
  const running = run(runner)
  return {
    wake: runner.changed.wake,
    restart(setup) {
      runner.attempt.stopped.abort()
      runner.attempt = newAttempt(setup)
      runner.faults = 0
      runner.changed.wake()
    },
    [Symbol.asyncDispose]: () => end(runner, running),
  }
}

async function run(runner: Runner): Promise<void> {
  const { queue, changed, killed } = runner
  let opened = runner.attempt
  while (!runner.isEnding || (queue.messages() > 0 && runner.faults === 0 && !killed.signal.aborted)) {
    if (opened !== runner.attempt) close(opened)
    opened = runner.attempt
    const waitMs = gatheringMs(runner, opened)
    if (waitMs > 0) {
      if (runner.isEnding) break
      await wokenWithin(runner, opened, waitMs)
      continue
    }
    try {
      const batch = queue.first({ messages: opened.batchMessages, bytes: opened.setup.batch.bytes })
      if (batch !== undefined) await deliver(runner, opened, batch)
      else if (!runner.isEnding) await changed.next()
    } catch (error) {
      await failed(runner, opened, error)
    }
  }
  close(opened)
}

/** How long the queued messages may still wait for a whole batch. */
function gatheringMs({ queue, clock }: Runner, { setup: { gatherMs, batch } }: Attempt): number {
  const oldestAtMs = gatherMs === 0 ? undefined : queue.oldestAtMs()
  if (oldestAtMs === undefined || queue.messages() >= batch.messages || queue.bytes() >= batch.bytes) return 0
  // Not longer if the clock was set back.
  return Math.min(oldestAtMs + gatherMs - clock.now().getTime(), gatherMs)
}

async function wokenWithin({ changed, clock }: Runner, { stopped }: Attempt, waitMs: number): Promise<void> {
  const woken = new AbortController()
  const signal = AbortSignal.any([stopped.signal, woken.signal])
  await Promise.race([changed.next(), clock.sleep(waitMs, signal).catch(() => undefined)])
  woken.abort()
}

async function deliver(runner: Runner, attempt: Attempt, batch: OutputMessages): Promise<void> {
  if (attempt.sink?.isOpen() === false) close(attempt)
  attempt.sink ??= await open(attempt)
  const outcome = await sent(runner, attempt, attempt.sink, batch)
  if (outcome === undefined) return
  attempt.batchMessages = Math.min(attempt.batchMessages * 2, attempt.setup.batch.messages)
  runner.faults = 0
  await runner.queue.remove()
  runner.onWritten(batch.messages - outcome.lost)
  if (outcome.lost > 0) runner.onDropped(outcome.lost, outcome.reason)
  else if (runner.isFailing) {
    runner.isFailing = false
    runner.onRecovered()
  }
}

/** Undefined if the batch is to be sent again in smaller ones. */
async function sent(runner: Runner, attempt: Attempt, sink: OutputSink, batch: OutputMessages) {
  try {
    const lost = Math.min(await withinLimit(runner, attempt, sink.send(batch)), batch.messages)
    return { lost, reason: 'the network or the receiver refused them' }
  } catch (error) {
    if (!(error instanceof MessagesRefused)) throw error
    if (batch.messages === 1) return { lost: 1, reason: error.message }
    attempt.batchMessages = Math.ceil(batch.messages / 2)
    return undefined
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

async function withinLimit({ clock, killed }: Runner, { setup }: Attempt, sending: Promise<number>): Promise<number> {
  const done = new AbortController()
  const late = clock.sleep(setup.writeLimitMs, AbortSignal.any([killed.signal, done.signal])).then(() => {
    throw new Error(`a write took longer than ${setup.writeLimitMs} ms`)
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

/** Messages that are not sent stay in the queue. */
async function end(runner: Runner, running: Promise<void>): Promise<void> {
  const { clock } = runner
  runner.isEnding = true
  runner.changed.wake()
  if (runner.faults > 0) runner.attempt.stopped.abort()
  const drained = new AbortController()
  await Promise.race([running, clock.sleep(DRAIN_MS, drained.signal).catch(() => undefined)])
  drained.abort()
  runner.attempt.stopped.abort()
  runner.killed.abort()
  await running
}
