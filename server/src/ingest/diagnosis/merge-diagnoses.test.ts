import type { DiagnosedInput, IngestDiagnosis } from '@logyard/contract/ingest/ingest-diagnosis'
import type { InputDiagnosis, NodeDiagnosis } from '@logyard/contract/ingest/input-diagnosis'
import { expect, test } from 'vitest'
import { mergeIngestDiagnoses, mergeInputDiagnoses } from './merge-diagnoses.ts'

const node = (node_id: string): NodeDiagnosis => ({
  node_id,
  state: 'RUNNING',
  reason: null,
  started_at: null,
  listening: null,
  connections: null,
  received: null,
  signs: [],
})
const ofInput = (id: string, total: number): InputDiagnosis => ({
  input_id: 'i1',
  nodes: [node(id)],
  failures: { total, newest: [] },
  range_seconds: 900,
  targets: [],
})

test('an input has the state of each node, and the failures of all', () => {
  const merged = mergeInputDiagnoses(ofInput('one', 2), [null, ofInput('two', 3)])
  expect(merged.nodes.map(({ node_id }) => node_id)).toEqual(['one', 'two'])
  expect(merged.failures?.total).toBe(5)
  const blind = { ...ofInput('one', 2), failures: null }
  expect(mergeInputDiagnoses(blind, [ofInput('two', 3)]).failures).toBeNull()
})

const input = (more: Partial<DiagnosedInput>): DiagnosedInput => ({
  id: 'i1',
  title: 'Web',
  type: 'gelf',
  state: 'RUNNING',
  reason: null,
  last_minute: 1,
  last_hour: 10,
  last_received_at: null,
  refused: 0,
  lost: 1,
  sign: null,
  failures: { count: 1, reason: 'not-json' },
  stored: null,
  ...more,
})
const ofNode = (inputs: DiagnosedInput[], waiting: number): IngestDiagnosis => ({
  checked_at: '2026-03-01T09:00:00.000Z',
  is_store_up: true,
  processing: { is_paused: waiting > 5, waiting },
  inputs,
  sees_all_inputs: true,
  failures: 2,
  drops: [{ rule_id: 'r1', rule_title: 'drop', last_hour: 4 }],
  newest_at: null,
  in_range: null,
  stream: null,
})

test('figures of inputs, failures and rules are those of all nodes; a failed state on any node is shown', () => {
  const failed = input({ state: 'FAILED', reason: 'port in use', last_received_at: '2026-03-01T08:00:00.000Z' })
  const local = input({ id: 'i2', state: null, failures: { count: 7, reason: 'too-long' } })
  const merged = mergeIngestDiagnoses(ofNode([input({}), local], 1), [null, ofNode([failed], 9)])
  expect(merged).toMatchObject({
    processing: { is_paused: true, waiting: 10 },
    failures: 4,
    drops: [{ rule_id: 'r1', last_hour: 8 }],
  })
  expect(merged.inputs).toEqual([
    {
      ...failed,
      last_minute: 2,
      last_hour: 20,
      lost: 2,
      failures: { count: 2, reason: 'not-json' },
    },
    local,
  ])
})
