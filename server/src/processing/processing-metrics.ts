/** Metrics of processing, under the names of the contract. Updated once per block. */
import type { ExtractorRuns } from '../extractors/extractor-runs.ts'
import type { RunFigures } from '../extractors/run-figures.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Throughput } from '../metrics/throughput.ts'
import type { PipelineRuns } from '../pipelines/metrics/pipeline-runs.ts'
import type { Clock } from '../platform/clock.ts'
import type { BlockResult } from './blocks/block-result.ts'
import type { RegexOwner } from './blocks/regex-owner.ts'

export type ProcessingMetrics = ReturnType<typeof createProcessingMetrics>

/** The class names by which clients know codecs. */
const CODEC_CLASSES: Readonly<Record<string, string>> = {
  gelf: 'org.graylog2.inputs.codecs.GelfCodec',
  syslog: 'org.graylog2.inputs.codecs.SyslogCodec',
  raw: 'org.graylog2.inputs.codecs.RawCodec',
  jsonpath: 'org.graylog2.inputs.codecs.JsonPathCodec',
  'random-http-msg': 'org.graylog2.inputs.codecs.RandomHttpMessageCodec',
  beats: 'org.graylog.plugins.beats.Beats2Codec',
  'beats-deprecated': 'org.graylog.plugins.beats.BeatsCodec',
  CEF: 'org.graylog.plugins.cef.codec.CEFCodec',
  netflow: 'org.graylog.plugins.netflow.codecs.NetFlowCodec',
}

export const codecMetricPrefix = (codec: string, inputId: string): string =>
  `${CODEC_CLASSES[codec] ?? `logyard.codecs.${codec}`}.${inputId}.`

const STREAM = 'org.graylog2.plugin.streams.Stream.'
const FAULT_METERS = ['matchingExceptions', 'ruleTimeouts', 'faultsExceeded'] as const
const SECOND_MS = 1000

export function createProcessingMetrics(deps: {
  readonly metrics: Metrics
  readonly throughput: Throughput
  readonly clock: Clock
  readonly extractors: Pick<ExtractorRuns, 'ran' | 'timedOut'>
  readonly pipelines: Pick<PipelineRuns, 'ran' | 'timedOut'>
}) {
  const { metrics, throughput, clock, extractors, pipelines } = deps
  const decodedTraffic = metrics.counter('org.graylog2.traffic.decoded')
  const outputTraffic = metrics.counter('org.graylog2.traffic.output')
  const invalidTimestamps = metrics.meter('logyard.processing.invalidTimestamps')
  const droppedFields = metrics.counter('logyard.processing.droppedFields')
  const droppedMessages = metrics.counter('logyard.processing.droppedMessages')
  const crashes = metrics.counter('logyard.processing.crashedMessages')
  const refusedRows = metrics.counter('logyard.processing.refusedRows')
  const blockTime = metrics.timer('logyard.processing.blockTime')
  /** Messages by stream id: in the current second, and in the last complete one. */
  const counting = new Map<string, number>()
  const lastSecond = new Map<string, number>()

  const sampler = clock.every(SECOND_MS, () => {
    for (const [streamId, count] of counting) lastSecond.set(streamId, count)
    for (const streamId of counting.keys()) counting.set(streamId, 0)
  })

  function countStream(streamId: string, count: number) {
    metrics.meter(`${STREAM}${streamId}.incomingMessages`).mark(count)
    const soFar = counting.get(streamId)
    counting.set(streamId, (soFar ?? 0) + count)
    if (soFar !== undefined) return
    // Registers all metrics of the stream, so that clients find those that are still zero too.
    for (const name of FAULT_METERS) metrics.meter(`${STREAM}${streamId}.${name}`)
    metrics.gauge(`${STREAM}${streamId}.incomingMessages.1-sec-rate`, () => lastSecond.get(streamId) ?? 0)
  }

  const markFault = (streamId: string, name: (typeof FAULT_METERS)[number], count = 1) =>
    metrics.meter(`${STREAM}${streamId}.${name}`).mark(count)

  return {
    /** A worker has processed the block. */
    processed(result: BlockResult) {
      for (const outcome of result.origins) {
        const prefix = codecMetricPrefix(outcome.codec, outcome.inputId)
        metrics.meter(`${prefix}processedMessages`).mark(outcome.rawMessages - outcome.failures)
        if (outcome.failures > 0) metrics.meter(`${prefix}failures`).mark(outcome.failures)
        if (outcome.incomplete > 0) metrics.meter(`${prefix}incomplete`).mark(outcome.incomplete)
        if (outcome.decodeTimings > 0) {
          metrics.timer(`${prefix}parseTime`).update(outcome.decodeMs / outcome.decodeTimings)
        }
      }
      for (const [streamId, count] of result.messagesByStream) countStream(streamId, count)
      for (const [streamId, count] of result.ruleExceptions) markFault(streamId, 'matchingExceptions', count)
      for (const [rule, { ms, timings }] of result.ruleTimes) {
        metrics.timer(`${STREAM}${rule}.executionTime`).update(ms / timings)
      }
      extractors.ran(result.extractorRuns)
      pipelines.ran(result.pipelines)
      decodedTraffic.increment(result.decodedBytes)
      const invalid =
        result.invalidTimestamps + invalidTimestampsOf(result.extractorRuns) + result.pipelines.invalidTimestamps
      if (invalid > 0) invalidTimestamps.mark(invalid)
      droppedFields.increment(result.droppedFields)
      droppedMessages.increment(result.droppedMessages)
      blockTime.update(result.elapsedMs)
    },
    /** The block's rows are stored. */
    stored(result: BlockResult) {
      throughput.output.increment(result.messages)
      outputTraffic.increment(result.accountedBytes)
    },
    crashed: (messages: number) => crashes.increment(messages),
    refused: (rows: number) => refusedRows.increment(rows),
    regexTimedOut({ kind, id }: RegexOwner) {
      if (kind === 'stream') markFault(id, 'ruleTimeouts')
      else if (kind === 'extractor') extractors.timedOut(id)
      else pipelines.timedOut(id)
    },
    /** The owner's regular expressions timed out too often and are not run any more. */
    regexExcluded({ kind, id }: RegexOwner) {
      if (kind === 'stream') markFault(id, 'faultsExceeded')
    },
    [Symbol.dispose]: () => sampler[Symbol.dispose](),
  }
}

function invalidTimestampsOf(runs: ReadonlyMap<string, RunFigures>): number {
  let invalidTimestamps = 0
  for (const { figures } of runs.values()) invalidTimestamps += figures.invalidTimestamps
  return invalidTimestamps
}
