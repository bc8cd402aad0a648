import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { expect, test } from 'vitest'
import { createBlockBuilder } from '../../ingest/journal/journal-block.ts'
import { PIPELINE_PROCESSOR } from '../../processing/settings/processing-settings.ts'
import { numberedMessage, testOrigin } from '../../testing/journal-messages.ts'
import { testSettings } from '../../testing/processing-settings.ts'
import { readRows, fieldsOf as storedFields } from '../../testing/read-rows.ts'
import { testBlockProcessor } from '../../testing/test-block-processor.ts'
import { testPipelines } from '../testing/evaluate-sources.ts'
import { NO_LOOKUPS } from './run-lookups.ts'
import { simulate } from './simulate-task.ts'

const MESSAGES = 10_000
const AT_ONCE = 500
const OTHER = '5ca1ab1e0000000000000001'
const STREAMS = [
  { id: DEFAULT_STREAM_ID, title: 'Default Stream', isPaused: false },
  { id: OTHER, title: 'Other', isPaused: false },
]

const PIPELINES = testPipelines({
  rules: {
    read: 'when has_field("pairs") then set_fields(key_value(to_string($message.pairs)));',
    count:
      'when to_long($message.n) % 3 == 0 then set_field("third", to_long($message.n) / 3); set_field("half", to_double($message.n) / 2.0);',
    fail: 'when to_long($message.n) % 11 == 0 then set_field("before", true); set_field("never", 1 / to_long("0"));',
    drop: 'when to_long($message.n) % 13 == 0 then drop_message();',
    copy: 'when to_long($message.n) % 17 == 0 && !has_field("copied") then set_field("copied", true); clone_message();',
    create: `when to_long($message.n) % 19 == 0 && !has_field("made") then
      set_field("made", true);
      let made = create_message(concat("from ", to_string($message.n)));
      set_field(field: "made", value: true, message: made); route_to_stream(id: "${OTHER}", message: made);`,
    route: `when to_long($message.n) % 5 == 0 then route_to_stream(id: "${OTHER}", remove_from_default: true);`,
    text: 'when true then set_field("upper", uppercase(to_string($message.message))); rename_field("old", "new");',
  },
  pipelines: {
    First: 'stage 0 match pass rule "read" rule "count" stage 5 match either rule "fail" rule "drop" rule "text"',
    Second: 'stage 1 match all rule "copy" stage 2 match pass rule "create" rule "route"',
    Third: 'stage 0 match either rule "text"',
  },
  connections: { [DEFAULT_STREAM_ID]: ['First', 'Second'], [OTHER]: ['Third'] },
})

const fieldsOf = (n: number) => ({
  n,
  old: ` value ${n % 7} `,
  list: [n, 'a', ''],
  empty: n % 2 === 0 ? '' : 'x',
  ratio: n / 7,
  ...(n % 4 === 0 ? { pairs: `user=u${n % 9} took=${n}ms flag` } : {}),
})

/** What a message has, apart from what its receipt adds, as comparable text. */
const shown = (message: unknown, streams: unknown, fields: object) =>
  JSON.stringify([message, streams, Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))])

async function processed(from: number): Promise<readonly string[]> {
  const processor = testBlockProcessor()
  processor.configure(testSettings({ processors: [PIPELINE_PROCESSOR], pipelines: PIPELINES, ruleStreams: STREAMS }))
  const builder = createBlockBuilder(0)
  for (let n = from; n < from + AT_ONCE; n += 1) {
    const message = { message: `number ${n}`, source: 'test', timestampMs: 1_772_355_600_000, fields: fieldsOf(n) }
    const payload = Buffer.from(JSON.stringify(message))
    builder.add({ ...testOrigin, codec: 'values', configuration: {} }, { ...numberedMessage(n), payload })
  }
  const { rows } = await processor.process({ sequence: 1, firstOffset: from, bytes: builder.finish(), skips: [] })
  return readRows(rows).map((row) => shown(row.get('message'), row.get('streams'), Object(storedFields(row))))
}

function simulated(n: number): readonly string[] {
  const world = {
    name: 'test',
    pipelines: PIPELINES,
    grokPatterns: new Map(),
    streams: STREAMS,
    inputs: new Map(),
    threatIntel: { tor: false, spamhaus: false, abuseCh: false },
    nowMs: 1_772_355_600_000,
  }
  const fields = { ...fieldsOf(n), message: `number ${n}`, source: 'test' }
  const task = { world, found: NO_LOOKUPS, fields, id: `${n}`, streamId: DEFAULT_STREAM_ID, inputId: '' }
  // A message without a stream is not stored.
  const stored = simulate(task).messages.filter(({ streams }) => Array.isArray(streams) && streams.length > 0)
  return stored.map(({ _id, timestamp, source, message, streams, ...others }) => shown(message, streams, others))
}

test('a simulation gives the same messages as processing', async () => {
  let compared = 0
  for (let from = 1; from <= MESSAGES; from += AT_ONCE) {
    const expected = await processed(from)
    const numbers = Array.from({ length: AT_ONCE }, (_, at) => from + at)
    expect(numbers.flatMap(simulated).sort()).toEqual([...expected].sort())
    compared += expected.length
  }
  expect(compared).toBeGreaterThan(MESSAGES * 0.9)
})
