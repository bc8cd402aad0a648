/**
 * The outputs that run on this node. An output starts with its first message, restarts when its configuration changes,
 * and stops when no stream uses it any more. Messages, drops and faults are counted.
 */
import { storedConfiguration } from '../configured/stored-configured.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Notifications } from '../notices/notifications.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { OutputBatch } from '../processing/blocks/block-result.ts'
import { createOutputRunner, type OutputRunner, type OutputSetup } from './output-runner.ts'
import type { StoredOutput } from './output-store.ts'
import { outputTypes } from './output-types.ts'
import { createOutputWarnings, type OutputWarnings } from './output-warnings.ts'

export interface OutputDeliveriesDeps {
  readonly find: (outputId: string) => StoredOutput | undefined
  readonly streamsHaving: (outputId: string) => readonly { readonly id: string; readonly title: string }[]
  readonly metrics: Metrics
  readonly notifications: Notifications
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

/** Size of one output's queue. */
const QUEUE_BYTES = 16 * 2 ** 20

interface Running {
  readonly runner: OutputRunner
  /** As of its last start. */
  configuration: string
}

const metricPrefix = (outputId: string) => `logyard.outputs.${outputId}.`

export function createOutputDeliveries(deps: OutputDeliveriesDeps) {
  const { find, streamsHaving, metrics } = deps
  const running = new Map<string, Running>()
  const ending = new Set<Promise<void>>()
  const warnings = createOutputWarnings(deps)

  function end(outputId: string, { runner }: Running) {
    running.delete(outputId)
    const ended = Promise.resolve(runner[Symbol.asyncDispose]())
    ending.add(ended)
    void ended.then(() => ending.delete(ended))
    warnings.forget(outputId)
  }

  function runnerOf(outputId: string): OutputRunner | undefined {
    const started = running.get(outputId)
    if (started !== undefined) return started.runner
    // A message may still be on its way when its output is removed from its streams.
    const output = streamsHaving(outputId).length === 0 ? undefined : find(outputId)
    const setup = output && setupOf(output, deps)
    if (output === undefined || setup === undefined) return undefined
    const runner = startRunner(output.id, setup, deps, warnings)
    running.set(output.id, { runner, configuration: output.configuration })
    return runner
  }

  return {
    /** Offers stored messages to their outputs; never waits. */
    stored(batches: readonly OutputBatch[]) {
      for (const batch of batches) for (const outputId of batch.outputs) runnerOf(outputId)?.offer(batch)
    },
    /** Call after outputs, or the streams that use them, have changed. */
    follow() {
      for (const [id, one] of running) {
        const output = find(id)
        const setup = output === undefined || streamsHaving(id).length === 0 ? undefined : setupOf(output, deps)
        if (output === undefined || setup === undefined) {
          end(id, one)
        } else if (output.configuration !== one.configuration) {
          one.configuration = output.configuration
          one.runner.restart(setup)
        }
        if (output === undefined) metrics.remove(metricPrefix(id))
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...running.values()].map(({ runner }) => runner[Symbol.asyncDispose]()))
      await Promise.all(ending)
      await warnings.settled()
    },
  }
}

function setupOf(output: StoredOutput, { clock, ids, log }: OutputDeliveriesDeps): OutputSetup | undefined {
  const outputType = outputTypes.find(output.type)
  if (outputType === undefined) return undefined
  const configuration = storedConfiguration(output)
  return {
    batchMessages: outputType.batchMessages(configuration),
    retryMs: outputType.retryMs(configuration),
    open: (signal) => outputType.open(configuration, { outputId: output.id, clock, ids, log, signal }),
  }
}

function startRunner(
  id: string,
  setup: OutputSetup,
  { metrics, clock }: OutputDeliveriesDeps,
  warnings: OutputWarnings,
): OutputRunner {
  const prefix = metricPrefix(id)
  const written = metrics.meter(`${prefix}written`)
  const dropped = metrics.meter(`${prefix}dropped`)
  const faulty = metrics.meter(`${prefix}faults`)
  const runner = createOutputRunner({
    clock,
    setup,
    limitBytes: QUEUE_BYTES,
    onWritten: (messages) => written.mark(messages),
    onDropped(messages, reason) {
      dropped.mark(messages)
      warnings.dropped(id, messages, reason)
    },
    onFault(error, faults) {
      faulty.mark()
      warnings.fault(id, error, faults)
    },
    onRecovered: () => warnings.recovered(id),
  })
  metrics.gauge(`${prefix}queuedMessages`, runner.queuedMessages)
  metrics.gauge(`${prefix}queuedBytes`, runner.queuedBytes)
  return runner
}
