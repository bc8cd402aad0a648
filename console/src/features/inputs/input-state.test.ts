import type { InputState } from '@logyard/contract/ingest/inputs'
import { expect, test } from 'vitest'
import { commandOutcome, countStates, isNodeGone, toneOf } from './input-state.ts'
import { globalInput, localInput } from './testing/inputs.ts'

const on = (...states: readonly InputState[]) =>
  states.map((state, index) => ({ nodeId: `node-${index}`, state, reason: null }))

test.each([
  { input: globalInput, states: on('RUNNING', 'RUNNING'), nodes: 2, tone: 'ok' },
  { input: globalInput, states: on('RUNNING'), nodes: 2, tone: 'warn' },
  { input: globalInput, states: on('RUNNING', 'FAILED'), nodes: 2, tone: 'bad' },
  { input: globalInput, states: on('RUNNING', 'STARTING'), nodes: 2, tone: 'busy' },
  { input: globalInput, states: [], nodes: 0, tone: 'warn' },
  { input: localInput, states: on('RUNNING'), nodes: 2, tone: 'ok' },
  { input: localInput, states: on('STOPPED'), nodes: 1, tone: 'bad' },
  { input: localInput, states: on('STOPPING'), nodes: 1, tone: 'warn' },
  { input: localInput, states: [], nodes: 1, tone: 'warn' },
] as const)('$input.title in $states of $nodes nodes is $tone', ({ input, states, nodes, tone }) => {
  expect(toneOf(input, states, nodes)).toBe(tone)
})

test('states are counted, best state first', () => {
  expect(countStates(on('FAILED', 'RUNNING', 'STOPPED', 'RUNNING'))).toEqual([
    { state: 'RUNNING', count: 2 },
    { state: 'FAILED', count: 1 },
    { state: 'STOPPED', count: 1 },
  ])
})

test.each([
  { input: localInput, states: { 'node-a': [], b: [] }, gone: false },
  { input: localInput, states: { 'node-a': null, b: [] }, gone: true },
  { input: localInput, states: { b: [] }, gone: true },
  { input: globalInput, states: { b: null }, gone: false },
])('the node of $input.title is gone with $states: $gone', ({ input, states, gone }) => {
  expect(isNodeGone(input, states)).toBe(gone)
  expect(isNodeGone(input, states, 'c')).toBe(true)
})

const did = { id: 'x' }
test.each([
  { input: globalInput, result: { a: did, b: did }, outcome: 'done' },
  { input: globalInput, result: { a: did, b: null }, outcome: 'failed-in-part' },
  { input: globalInput, result: { a: null, b: null }, outcome: 'failed' },
  { input: localInput, result: { 'node-a': did, b: null }, outcome: 'done' },
  { input: localInput, result: { 'node-a': null, b: did }, outcome: 'failed' },
  { input: localInput, result: { b: did }, outcome: 'failed' },
])('the outcome of $result for $input.title is $outcome', ({ input, result, outcome }) => {
  expect(commandOutcome(input, result)).toBe(outcome)
})
