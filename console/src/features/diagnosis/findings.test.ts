import type { DiagnosedInput, IngestDiagnosis } from '@logyard/contract/ingest/ingest-diagnosis'
import { expect, test } from 'vitest'
import { findingsOf } from './findings.ts'

const input: DiagnosedInput = {
  id: 'i',
  title: 'Beats',
  type: 'org.graylog.plugins.beats.Beats2Input',
  state: 'RUNNING',
  reason: null,
  last_minute: 5,
  last_hour: 300,
  last_received_at: '2026-03-01T09:00:00.000Z',
  refused: 0,
  lost: 0,
  sign: null,
  failures: { count: 0, reason: null },
  stored: { last_hour: 300, ahead: 0, newest_at: '2026-03-01T09:00:00.000Z', streams: [] },
}
const diagnosis: IngestDiagnosis = {
  checked_at: '2026-03-01T09:00:01.000Z',
  is_store_up: true,
  processing: { is_paused: false, waiting: 0 },
  inputs: [input],
  sees_all_inputs: true,
  failures: 0,
  drops: [],
  newest_at: '2026-03-01T09:00:00.000Z',
  in_range: null,
  stream: null,
}
const stream = { id: 's', title: 'Payments', is_paused: false, rules: 1, matching: { looked_at: 9, matches: 0 } }
const drop = { rule_id: 'r', rule_title: 'drop health checks', last_hour: 4512 }
const range = { from: '2026-03-01T08:00:00.000Z', to: '2026-03-01T08:05:00.000Z' }

test.each([
  ['nothing is wrong', {}, {}, ['healthy']],
  ['the store is down, worst first', { is_store_up: false, drops: [drop], newest_at: null }, {}, ['storeDown', 'drop']],
  ['processing is paused', { processing: { is_paused: true, waiting: 3 } }, {}, ['paused']],
  ['there are no inputs', { inputs: [], newest_at: null }, {}, ['noInputs', 'nothingStored']],
  ['the user may see no input', { inputs: [], sees_all_inputs: false }, {}, ['noneReadable']],
  ['an input is stopped', { inputs: [{ ...input, state: null }] }, {}, ['stopped']],
  ['an input received nothing', { inputs: [{ ...input, last_hour: 0 }] }, {}, ['silent']],
  ['messages failed', { inputs: [{ ...input, failures: { count: 3, reason: 'not-json' } }] }, {}, ['failures']],
  ['no newest message matches the stream', { stream }, {}, ['noMatch']],
  ['the stream is paused', { stream: { ...stream, is_paused: true } }, {}, ['streamPaused']],
  ['the newest message is outside of the range', { in_range: false }, range, ['outside']],
  ['the query excludes the messages of the range', { in_range: true }, range, ['excluded']],
] satisfies readonly (readonly [string, Partial<IngestDiagnosis>, object, readonly string[]])[])(
  '%s',
  (_case, given, missing, kinds) => {
    expect(findingsOf({ ...diagnosis, ...given }, missing).map(({ kind }) => kind)).toEqual(kinds)
  },
)
