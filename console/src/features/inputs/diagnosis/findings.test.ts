import type { ConnectionSign, InputDiagnosis, NodeDiagnosis } from '@logyard/contract/ingest/input-diagnosis'
import { expect, test } from 'vitest'
import { globalInput } from '../testing/inputs.ts'
import { findingsOf, fittingType } from './findings.ts'

const node: NodeDiagnosis = {
  node_id: 'node-a',
  state: 'RUNNING',
  reason: null,
  started_at: '2026-03-01T09:00:00.000Z',
  listening: { address: '0.0.0.0', port: 12201 },
  connections: { open: 0, total: 0, refused: 0 },
  received: { messages: 0, bytes: 0, last_at: null, empty: 0, invalid: 0, dropped: 0 },
  signs: [],
}
const received = { messages: 7, bytes: 70, last_at: '2026-03-01T09:00:00.000Z', empty: 0, invalid: 0, dropped: 0 }
const sign: ConnectionSign = {
  kind: 'tls',
  count: 2,
  last_at: '2026-03-01T09:00:00.000Z',
  last_address: '192.0.2.1',
  detail: null,
}
const later: ConnectionSign = { ...sign, kind: 'http', last_at: '2026-03-01T09:00:01.000Z' }
const kinds = (
  given: Partial<NodeDiagnosis>,
  total = 0,
  input = globalInput,
  exceptions = 0,
  targets: InputDiagnosis['targets'] = [],
) => {
  const failures = { total, newest: [] }
  const diagnosis: InputDiagnosis = {
    input_id: input.id,
    nodes: [{ ...node, ...given }],
    failures,
    range_seconds: 900,
    targets,
  }
  return findingsOf(input, diagnosis, exceptions).map((finding) =>
    finding.kind === 'sign' ? finding.sign.kind : finding.kind,
  )
}

test.each([
  ['it failed, whatever else was seen', { state: 'FAILED', signs: [sign] }, ['failed']],
  ['it is stopped', { state: null, received: null, listening: null }, ['stopped']],
  ['it is starting', { state: 'STARTING' }, ['starting']],
  ['nobody has connected', {}, ['silent']],
  ['senders are connected and send nothing', { connections: { open: 1, total: 1, refused: 0 } }, ['idle']],
  ['senders speak something else, the newest first', { signs: [sign, later] }, ['http', 'tls']],
  ['messages were lost', { received: { ...received, dropped: 3 }, signs: [sign] }, ['dropped', 'tls']],
  ['messages arrive', { received }, ['healthy']],
  ['it fetches and has nothing yet', { listening: null, connections: null }, ['waiting']],
] satisfies readonly (readonly [string, Partial<NodeDiagnosis>, readonly string[]])[])(
  '%s',
  (_case, given, expected) => {
    expect(kinds(given)).toEqual(expected)
  },
)

test('an address that only this machine reaches is named while nothing arrives', () => {
  const local = { ...globalInput, attributes: { ...globalInput.attributes, bind_address: '127.0.0.1' } }
  expect(kinds({}, 0, local)).toEqual(['silent', 'loopback'])
  expect(kinds({ received }, 4, local)).toEqual(['undecoded'])
})

test('an input that received messages before its last start is quiet, not unreachable', () => {
  const target = { stream_id: 's', stream_title: 'S', index_set_id: 'i', index_set_title: null, messages: 9 }
  expect(kinds({}, 0, globalInput, 0, [target])).toEqual(['quiet'])
})

test('failed extractors are named while messages arrive', () => {
  expect(kinds({ received }, 0, globalInput, 3)).toEqual(['extraction'])
})

test('the type that fits a sender has the transport of the input', () => {
  expect(fittingType(globalInput, 'syslog')).toContain('SyslogTCP')
  expect(fittingType({ ...globalInput, type: 'x.RawUDPInput' }, 'gelf')).toContain('GELFUDP')
  expect(fittingType(globalInput, 'tls')).toBeUndefined()
})
