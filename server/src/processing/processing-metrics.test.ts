import { expect, test } from 'vitest'
import { createMetrics } from '../metrics/metrics.ts'
import { createThroughput } from '../metrics/throughput.ts'
import { NO_ROWS } from '../store/messages/row-batch.ts'
import { NO_VALUE_COUNTS } from '../store/messages/value-counts.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import type { BlockResult } from './blocks/block-result.ts'
import { createProcessingMetrics } from './processing-metrics.ts'

const clock = fixedClock('2026-03-01T09:00:00Z')
const STREAM = 'org.graylog2.plugin.streams.Stream.web.'

const block: BlockResult = {
  sequence: 1,
  rows: NO_ROWS,
  valueCounts: NO_VALUE_COUNTS,
  messages: 2,
  droppedMessages: 0,
  accountedBytes: 0,
  decodedBytes: 0,
  oldestReceivedAtMs: 0,
  newestReceivedAtMs: 0,
  invalidTimestamps: 0,
  droppedFields: 0,
  origins: [],
  messagesByStream: new Map([['web', 2]]),
  seenFields: { fields: [], counts: [] },
  tails: [],
  filterMatches: new Map(),
  outputs: [],
  newTemplates: [],
  failures: [],
  failureCount: 0,
  ruleTimes: new Map([['web.StreamRule.r1', { timings: 4, ms: 0.002 }]]),
  ruleExceptions: new Map([['web', 3]]),
  extractorRuns: new Map(),
  pipelines: {
    counts: [],
    debugLines: [],
    debugLineCount: 0,
    counters: new Map(),
    invalidTimestamps: 0,
    limits: new Map(),
    times: { timings: 0, ms: 0 },
  },
  elapsedMs: 1,
}

test('the meters of a stream and the timers of its rules have the names of the contract', () => {
  using metrics = createMetrics(clock)
  using throughput = createThroughput({ metrics, clock })
  using processing = createProcessingMetrics({
    metrics,
    throughput,
    clock,
    extractors: { ran: () => undefined, timedOut: () => undefined },
    pipelines: { ran: () => undefined, timedOut: () => undefined },
  })
  processing.processed(block)
  expect(metrics.names(STREAM).map((name) => name.slice(STREAM.length))).toEqual([
    'StreamRule.r1.executionTime',
    'faultsExceeded',
    'incomingMessages',
    'incomingMessages.1-sec-rate',
    'matchingExceptions',
    'ruleTimeouts',
  ])
  expect(metrics.find(`${STREAM}matchingExceptions`)).toMatchObject({ type: 'meter', rates: { total: 3 } })
  expect(metrics.find(`${STREAM}faultsExceeded`)).toMatchObject({ type: 'meter', rates: { total: 0 } })
  const reading = metrics.find(`${STREAM}StreamRule.r1.executionTime`)
  if (reading?.type !== 'timer') throw new Error('no timer')
  // Microseconds.
  expect(reading.times().mean).toBeCloseTo(0.5)
  processing.regexExcluded({ kind: 'stream', id: 'web' })
  expect(metrics.find(`${STREAM}faultsExceeded`)).toMatchObject({ rates: { total: 1 } })
})
