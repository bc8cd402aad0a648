/**
 * The outputs that run on this node. An output starts with its first message, or at the start of the server if messages
 * wait for it. It restarts when its configuration changes, and stops when no stream uses it any more. Messages, drops and
 * faults are counted.
 */
import { storedConfiguration } from '../configured/stored-configured.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Notifications } from '../notices/notifications.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { reasonOf } from '../platform/outgoing/reason-of.ts'
import type { OutputBatch } from '../processing/blocks/block-result.ts'
import { queueLimits } from './delivery-fields.ts'
import type { NewChunk, OutputChunks } from './output-chunks.ts'
import { createOutputQueue, type OutputQueue, type QueueLimits } from './output-queue.ts'
import { createOutputRunner, type OutputRunner, type OutputSetup } from './output-runner.ts'
import type { StoredOutput } from './output-store.ts'
import type { OutputRequests } from './output-type.ts'
import { outputTypes } from './output-types.ts'
import { createOutputWarnings, type OutputWarnings } from './output-warnings.ts'

export type OutputDeliveries = ReturnType<typeof createOutputDeliveries>

export interface OutputDeliveriesDeps extends OutputRequests {
  readonly find: (outputId: string) => StoredOutput | undefined
  readonly streamsHaving: (outputId: string) => readonly { readonly id: string; readonly title: string }[]
  readonly chunks: OutputChunks
  readonly metrics: Metrics
  readonly notifications: Notifications
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

interface Failure {
  readonly atMs: number
  readonly reason: string
}

interface Running {
  readonly runner: OutputRunner
  readonly queue: OutputQueue
  /** As of its last start. */
  configuration: string
}

/** The state of an output since the start of the server. It outlives the runner. */
interface Known {
  lastFailure: Failure | undefined
  isFailing: boolean
}

interface Deliveries {
  readonly deps: OutputDeliveriesDeps
  readonly running: Map<string, Running>
  readonly known: Map<string, Known>
  readonly ending: Set<Promise<void>>
  readonly warnings: OutputWarnings
}

interface Setup {
  readonly delivery: OutputSetup
  readonly limits: QueueLimits
}

const metricPrefix = (outputId: string) => `logyard.outputs.${outputId}.`
const MAX_REASON = 500

export function createOutputDeliveries(deps: OutputDeliveriesDeps) {
  const deliveries: Deliveries = {
    deps,
    running: new Map(),
    known: new Map(),
    ending: new Set(),
    warnings: createOutputWarnings(deps),
  }
  const { running, ending, warnings } = deliveries
  for (const outputId of deps.chunks.outputIds()) {
    if (runningOf(deliveries, outputId) === undefined) {
      void deps.chunks.remove([...deps.chunks.from(outputId, 0)])
    }
  }
  return {
    /**
     * Queues stored messages for their outputs. Resolves when they are on the disk, and rejects never: what cannot be
     * queued is dropped and counted.
     */
    stored: (batches: readonly OutputBatch[]) => store(deliveries, batches),
    /** Call after outputs, or the streams that use them, have changed. */
    follow: () => follow(deliveries),
    /** The state of an output's delivery on this node. */
    state(outputId: string) {
      const queue = running.get(outputId)?.queue
      const { lastFailure, isFailing = false } = deliveries.known.get(outputId) ?? {}
      return {
        waitingMessages: queue?.messages() ?? 0,
        waitingBytes: queue?.bytes() ?? 0,
        oldestAtMs: queue?.oldestAtMs(),
        isFailing,
        lastFailure,
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...running.values()].map(({ runner }) => runner[Symbol.asyncDispose]()))
      await Promise.all(ending)
      await warnings.settled()
    },
  }
}

async function store(deliveries: Deliveries, batches: readonly OutputBatch[]): Promise<void> {
  const { deps, warnings } = deliveries
  const added: { readonly one: Running; readonly chunk: NewChunk }[] = []
  for (const batch of batches) {
    for (const outputId of batch.outputs) {
      const one = runningOf(deliveries, outputId)
      if (one !== undefined) added.push({ one, chunk: one.queue.chunkOf(batch) })
    }
  }
  if (added.length === 0) return
  try {
    await deps.chunks.add(added.map(({ chunk }) => chunk))
  } catch (error) {
    for (const { chunk } of added) {
      const { outputId, messages } = chunk.facts
      deps.metrics.meter(`${metricPrefix(outputId)}dropped`).mark(messages)
      warnings.dropped(outputId, messages, `they cannot be written to the disk: ${reasonOf(error)}`)
    }
    return
  }
  for (const { one, chunk } of added) {
    one.queue.added(chunk)
    one.runner.wake()
  }
}

function follow(deliveries: Deliveries): void {
  const { deps, running, known } = deliveries
  for (const [id, one] of running) {
    const output = deps.find(id)
    const setup = output === undefined || deps.streamsHaving(id).length === 0 ? undefined : setupOf(output, deps)
    if (output === undefined || setup === undefined) {
      end(deliveries, id, one)
    } else if (output.configuration !== one.configuration) {
      one.configuration = output.configuration
      one.queue.limit(setup.limits)
      one.runner.restart(setup.delivery)
    }
    if (output === undefined) {
      deps.metrics.remove(metricPrefix(id))
      known.delete(id)
    }
  }
}

function runningOf(deliveries: Deliveries, outputId: string): Running | undefined {
  const { deps, running } = deliveries
  const started = running.get(outputId)
  if (started !== undefined) return started
  // A message may still be on its way when its output is removed from its streams.
  const output = deps.streamsHaving(outputId).length === 0 ? undefined : deps.find(outputId)
  const setup = output && setupOf(output, deps)
  if (output === undefined || setup === undefined) return undefined
  const one = { ...start(deliveries, outputId, setup), configuration: output.configuration }
  running.set(outputId, one)
  return one
}

/** The messages that wait are dropped: the output was deleted, or removed from its streams. */
function end(
  { deps, running, known, ending, warnings }: Deliveries,
  outputId: string,
  { runner, queue }: Running,
): void {
  running.delete(outputId)
  deps.metrics.meter(`${metricPrefix(outputId)}dropped`).mark(queue.clear())
  const ended = Promise.resolve(runner[Symbol.asyncDispose]())
  ending.add(ended)
  void ended.then(() => ending.delete(ended))
  const facts = known.get(outputId)
  if (facts !== undefined) facts.isFailing = false
  warnings.forget(outputId)
}

function setupOf(output: StoredOutput, deps: OutputDeliveriesDeps): Setup | undefined {
  const outputType = outputTypes.find(output.type)
  if (outputType === undefined) return undefined
  const configuration = storedConfiguration(output)
  return {
    limits: queueLimits(configuration),
    delivery: {
      ...outputType.delivery(configuration),
      open: (signal) => outputType.open(configuration, { ...deps, outputId: output.id, signal }),
    },
  }
}

function start({ deps, known, warnings }: Deliveries, id: string, { delivery, limits }: Setup) {
  const { metrics, clock, chunks } = deps
  const prefix = metricPrefix(id)
  const written = metrics.meter(`${prefix}written`)
  const droppedMeter = metrics.meter(`${prefix}dropped`)
  const faulty = metrics.meter(`${prefix}faults`)
  const facts = known.getOrInsertComputed(id, (): Known => ({ lastFailure: undefined, isFailing: false }))
  const onDropped = (messages: number, reason: string) => {
    droppedMeter.mark(messages)
    warnings.dropped(id, messages, reason)
    facts.lastFailure = { atMs: clock.now().getTime(), reason: reason.slice(0, MAX_REASON) }
  }
  const queue = createOutputQueue({ outputId: id, chunks, clock, limits, onDropped })
  const runner = createOutputRunner({
    clock,
    setup: delivery,
    queue,
    onWritten: (messages) => written.mark(messages),
    onDropped,
    onFault(error, faults) {
      faulty.mark()
      facts.isFailing = true
      facts.lastFailure = { atMs: clock.now().getTime(), reason: reasonOf(error).slice(0, MAX_REASON) }
      warnings.fault(id, error, faults)
    },
    onRecovered() {
      facts.isFailing = false
      warnings.recovered(id)
    },
  })
  metrics.gauge(`${prefix}queuedMessages`, queue.messages)
  metrics.gauge(`${prefix}queuedBytes`, queue.bytes)
  return { runner, queue }
}
