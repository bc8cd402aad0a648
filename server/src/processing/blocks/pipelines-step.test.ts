/** Pipelines as processing runs them: with decoding, ids, stream rules and rows around them. */
import type { FieldValue } from '@logyard/codecs/codec'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { RULE_TYPES } from '@logyard/contract/streams/stream-rules'
import { describe, expect, test } from 'vitest'
import { createBlockBuilder } from '../../ingest/journal/journal-block.ts'
import {
  compileSources,
  type TestSources,
  testMessage,
  testPipelines,
} from '../../pipelines/testing/evaluate-sources.ts'
import { testOrigin } from '../../testing/journal-messages.ts'
import { testSettings } from '../../testing/processing-settings.ts'
import { fieldsOf, readRows } from '../../testing/read-rows.ts'
import { testBlockProcessor } from '../../testing/test-block-processor.ts'
import { MESSAGE_FILTER_CHAIN, PIPELINE_PROCESSOR, type ProcessingSettings } from '../settings/processing-settings.ts'

const RECEIVED_AT_MS = Date.parse('2026-03-01T09:00:00Z')
const INPUT = testOrigin.inputId
const RULE_STREAMS = [
  { id: DEFAULT_STREAM_ID, title: 'Default Stream', isPaused: false },
  { id: 'errors', title: 'Errors', isPaused: false },
  { id: 'audit', title: 'Audit', isPaused: false },
]

interface Sent {
  readonly message: string
  readonly fields?: Readonly<Record<string, FieldValue>>
}

interface Row {
  readonly id: string
  readonly message: string
  readonly streams: readonly string[]
  readonly fields: unknown
}

const settingsOf = (sources: TestSources, more: Partial<ProcessingSettings> = {}): ProcessingSettings => ({
  ...testSettings({
    pipelines: testPipelines(sources),
    ruleStreams: RULE_STREAMS,
    processors: [PIPELINE_PROCESSOR, MESSAGE_FILTER_CHAIN],
  }),
  ...more,
})

function taskOf(sent: readonly Sent[]) {
  const builder = createBlockBuilder(0)
  for (const one of sent) {
    const payload = Buffer.from(JSON.stringify({ source: 'web-1', timestampMs: RECEIVED_AT_MS, fields: {}, ...one }))
    builder.add(
      { ...testOrigin, codec: 'values' },
      { payload, receivedAtMs: RECEIVED_AT_MS, remoteAddress: '192.0.2.7', remotePort: 514 },
    )
  }
  return { sequence: 1, firstOffset: 1000, bytes: builder.finish(), skips: [] }
}

function process(settings: ProcessingSettings, sent: readonly Sent[]) {
  const processor = testBlockProcessor()
  processor.configure(settings)
  const result = processor.process(taskOf(sent))
  if (result instanceof Promise) throw new Error('a message waits')
  const rows = readRows(result.rows).map((row): Row => {
    const streams = row.get('streams')
    if (!Array.isArray(streams)) throw new Error('no streams')
    return {
      id: String(row.get('id')),
      message: String(row.get('message')),
      streams: streams.map(String),
      fields: fieldsOf(row),
    }
  })
  return { result, rows }
}

describe('with stream rules', () => {
  const streams = [
    {
      id: 'errors',
      matchingType: 'AND',
      removeMatchesFromDefault: false,
      rules: [{ id: 'r', field: 'message', type: RULE_TYPES.CONTAINS, value: 'error', inverted: false }],
    },
    {
      id: 'audit',
      matchingType: 'AND',
      removeMatchesFromDefault: true,
      rules: [{ id: 'r', field: 'audit', type: RULE_TYPES.PRESENCE, value: '', inverted: false }],
    },
  ] as const
  const both = [PIPELINE_PROCESSOR, MESSAGE_FILTER_CHAIN]
  const chainFirst = both.toReversed()
  const note = 'when true then set_field("seen", "by pipeline");'
  const route = 'when true then route_to_stream("Errors");'
  const leave = 'when true then route_to_stream(name: "Errors", remove_from_default: true);'
  const removes = 'when true then remove_from_stream("Errors");'

  test.each([
    {
      name: 'pipelines run before: only those of the default stream',
      on: 'errors',
      do: note,
      processors: both,
      seen: false,
    },
    {
      name: 'pipelines run after: those of matched streams too',
      on: 'errors',
      do: note,
      processors: chainFirst,
      seen: true,
    },
    { name: 'switched off', on: DEFAULT_STREAM_ID, do: note, processors: [MESSAGE_FILTER_CHAIN], seen: false },
    { name: 'no filter chain', on: DEFAULT_STREAM_ID, do: note, processors: [PIPELINE_PROCESSOR], seen: true },
  ])('$name', ({ on, do: action, processors, seen }) => {
    const sources = {
      rules: { r: action },
      pipelines: { P: 'stage 0 match all rule "r"' },
      connections: { [on]: ['P'] },
    }
    const { rows } = process(settingsOf(sources, { routing: streams, processors }), [{ message: 'an error' }])
    expect(rows[0]?.fields).toEqual(seen ? { seen: 'by pipeline' } : {})
  })

  test.each([
    {
      name: 'a rule adds to what a pipeline chose',
      do: route,
      text: 'x',
      fields: { audit: 1 },
      streams: ['errors', 'audit'],
    },
    { name: 'a pipeline may leave the default stream', do: leave, text: 'x', fields: {}, streams: ['errors'] },
    {
      name: 'a stream that both choose is there once',
      do: route,
      text: 'error',
      fields: {},
      streams: [DEFAULT_STREAM_ID, 'errors'],
    },
    {
      name: 'a rule adds to a message that has left',
      do: leave,
      text: 'x',
      fields: { audit: 1 },
      streams: ['errors', 'audit'],
    },
    {
      name: 'a pipeline that runs after removes what a rule chose',
      do: removes,
      text: 'error',
      fields: {},
      streams: [DEFAULT_STREAM_ID],
      processors: chainFirst,
    },
  ])('$name', ({ do: action, text, fields, streams: expected, processors = both }) => {
    const sources = { rules: { r: action }, pipelines: { P: 'stage 0 match all rule "r"' } }
    const { rows } = process(settingsOf(sources, { routing: streams, processors }), [{ message: text, fields }])
    expect(rows.map((row) => row.streams)).toEqual([expected])
  })
})

const SPLITTING: TestSources = {
  rules: {
    split:
      'when has_field("split") then let c = clone_message(); remove_field(field: "split", message: c); remove_field(field: "drop", message: c); create_message("nowhere");',
    routed:
      'when has_field("new") then let m = create_message("routed"); route_to_stream(name: "Errors", message: m); set_field(field: "id", value: $message._id, message: m);',
    drop: 'when has_field("drop") then drop_message();',
    ids: 'when true then set_field("own_id", $message._id);',
  },
  pipelines: {
    P: 'stage 0 match pass rule "drop" stage 1 match pass rule "split" rule "routed" stage 2 match pass rule "ids"',
  },
}

test('created messages are stored if they are in a stream, dropped ones are not, and ids are those that rules saw', () => {
  const sent = [
    { message: 'plain' },
    { message: 'split', fields: { split: 1 } },
    { message: 'split and dropped', fields: { split: 1, drop: 1 } },
    { message: 'new', fields: { new: 1 } },
  ]
  const { rows, result } = process(settingsOf(SPLITTING), sent)
  expect(rows.map(({ message }) => message)).toEqual(['plain', 'split', 'split', 'split and dropped', 'new', 'routed'])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(6)
  for (const row of rows.filter(({ message }) => message !== 'routed'))
    expect(row.fields).toMatchObject({ own_id: row.id })
  expect(rows.at(-1)).toMatchObject({ streams: ['errors'], fields: { id: rows.at(-2)?.id } })
  // Two without streams, one that was dropped.
  expect(result).toMatchObject({ messages: 6, droppedMessages: 3 })
  expect(process(settingsOf(SPLITTING), sent).rows).toEqual(rows)
})

test('what rules log, count and fail at reaches the result of the block, within bounds', () => {
  const sources = {
    rules: {
      r: 'when true then debug($message.message); metric_counter_inc("seen", 2); set_field("timestamp", "nonsense");',
    },
    pipelines: { P: 'stage 0 match all rule "r"' },
  }
  const { result } = process(
    settingsOf(sources),
    Array.from({ length: 300 }, (_, at) => ({ message: `line ${at}` })),
  )
  const { debugLines, debugLineCount, counters, counts, invalidTimestamps, times } = result.pipelines
  expect([debugLines.length, debugLines[0], debugLineCount]).toEqual([200, 'PIPELINE DEBUG: line 0', 300])
  expect([...counters]).toEqual([['org.graylog.rulemetrics.seen', 600]])
  expect(counts[0]?.rules).toMatchObject([{ ruleId: 'rule-r', matched: 300, executed: 300, failed: 0 }])
  expect(invalidTimestamps).toBe(300)
  expect(times.timings).toBe(9)
})

test('only rules that change are compiled again, and counts of both versions are told', () => {
  const processor = testBlockProcessor()
  const first = { ...SPLITTING, rules: { ...SPLITTING.rules, ids: 'when true then set_field("version", 1);' } }
  const second = { ...SPLITTING, rules: { ...SPLITTING.rules, ids: 'when true then set_field("version", 2);' } }
  processor.configure(settingsOf(first))
  const versionOf = () => {
    const result = processor.process(taskOf([{ message: 'x' }]))
    if (result instanceof Promise) throw new Error('a message waits')
    return String(readRows(result.rows)[0]?.get('fields')).match(/"version":(\d)/)?.[1]
  }
  expect(versionOf()).toBe('1')
  processor.configure({ pipelines: settingsOf(second).pipelines })
  expect(versionOf()).toBe('2')
})

test('the simulator and processing give the same results on 10,000 messages', () => {
  const sources: TestSources = {
    rules: {
      parse:
        'when contains(to_string($message.message), "user=") then set_fields(key_value(to_string($message.message)));',
      level:
        'when to_long($message.level) <= 3 then set_field("severity", syslog_level(to_long($message.level))); route_to_stream("Errors");',
      ratio: 'when 10 / to_long($message.level) > 2 then set_field("ratio", 10 / to_long($message.level));',
      copy: 'when to_long($message.n) % 10 == 0 && !has_field("copy") then let c = clone_message(); set_field(field: "copy", value: true, message: c);',
      noise: 'when to_long($message.n) % 7 == 0 then drop_message();',
      alarm:
        'when to_long($message.n) % 100 == 1 then let a = create_message("alarm", "logyard"); set_field(field: "of", value: $message.n, message: a); route_to_stream(name: "Audit", message: a);',
      errors: 'when true then set_field("seen_in", "errors"); rename_field("user", "user_name");',
    },
    pipelines: {
      P: 'stage 0 match pass rule "parse" rule "level" rule "ratio" stage 1 match pass rule "copy" rule "noise" rule "alarm"',
      Q: 'stage 0 match all rule "errors"',
    },
    connections: { [DEFAULT_STREAM_ID]: ['P'], errors: ['Q'] },
  }
  const sent = Array.from({ length: 10_000 }, (_, n) => ({
    message: n % 3 === 0 ? `user=u${n % 50} action=login` : `text ${n}`,
    fields: { n, level: n % 8 } as Record<string, FieldValue>,
  }))
  const { rows } = process(settingsOf(sources), sent)
  const { evaluator } = compileSources(sources, { streams: RULE_STREAMS })
  const simulated = sent.flatMap(({ message: text, fields }) => {
    const message = testMessage({ message: text, fields: new Map(Object.entries(fields)), inputId: INPUT })
    const outcome = evaluator.run(message)
    if (outcome === 'keep') return [message]
    return typeof outcome === 'object' && !('resolve' in outcome) ? outcome : []
  })
  const comparable = simulated.map(({ message, streams, fields }) => ({
    message,
    streams,
    fields: JSON.parse(JSON.stringify(Object.fromEntries(fields))),
  }))
  expect(rows.map(({ message, streams, fields }) => ({ message, streams, fields }))).toEqual(comparable)
  expect(rows.length).toBeGreaterThan(9000)
})

describe('lookups that are not answered', () => {
  const rules = {
    first: 'when true then set_field("found", lookup_value("slow", "key", "no value"));',
    second: 'when true then set_field("next", "done");',
  }
  const sources = { rules, pipelines: { P: 'stage 0 match all rule "first" rule "second"' } }

  test.each([
    { name: 'fail', resolve: () => Promise.reject(new Error('no answer')) },
    { name: 'never have a value', resolve: async () => undefined },
  ])('$name: the rules go on without the value, and the message is stored', async ({ resolve }) => {
    const lookupTables = { find: () => ({ lookUp: () => ({ resolve }), writer: undefined }) }
    const processor = testBlockProcessor({ lookupTables })
    processor.configure(settingsOf(sources))
    const result = await processor.process(taskOf([{ message: 'x' }, { message: 'y' }]))
    expect(result).toMatchObject({ messages: 2, failureCount: 0 })
    expect(
      readRows(result.rows).filter((row) => String(row.get('fields')).includes('"found":"no value","next":"done"')),
    ).toHaveLength(2)
    expect(result.pipelines.counts[0]?.rules).toMatchObject([{ executed: 2, failed: 0 }, { executed: 2 }])
  })
})
