import { WELL_KNOWN_STREAM_IDS } from '@logyard/contract/streams/stream-ids'
import { LogyardError } from '../platform/errors.ts'

export const streamNotFound = (id: string) =>
  new LogyardError('not-found', 'stream-not-found', `Stream <${id}> not found!`)

export const streamRuleNotFound = (streamId: string, ruleId: string) =>
  new LogyardError('not-found', 'stream-rule-not-found', `Stream rule <${ruleId}> not found in stream <${streamId}>!`)

const wellKnownRefused = (sentence: string) => new LogyardError('invalid', 'stream-well-known', sentence)

/** Built-in streams cannot be changed. */
export function requireOrdinary(streamId: string, done: 'edited' | 'deleted' | 'paused' | 'resumed' | 'cloned'): void {
  if (WELL_KNOWN_STREAM_IDS.includes(streamId)) throw wellKnownRefused(`The default stream cannot be ${done}.`)
}

const RULE_REFUSALS = {
  add: 'Cannot add stream rules to the default stream.',
  update: 'Cannot update stream rules of the default stream.',
  delete: 'Cannot delete stream rules of the default stream.',
} as const

export function requireOrdinaryForRules(streamId: string, action: keyof typeof RULE_REFUSALS): void {
  if (WELL_KNOWN_STREAM_IDS.includes(streamId)) throw wellKnownRefused(RULE_REFUSALS[action])
}
