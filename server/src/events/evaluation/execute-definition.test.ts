import { EVENTS_CONFIG_DEFAULTS } from '@logyard/contract/events/events-config'
import type { AggregationConfig } from '@logyard/contract/events/processor-configs'
import { expect, test } from 'vitest'
import type { Caller } from '../../http/caller.ts'
import { createIds } from '../../platform/ids.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import { type AnyEventProcessor, createEventProcessors } from '../event-processors.ts'
import { createEventFields } from '../fields/event-fields.ts'
import { evaluatedDefinition } from '../testing/evaluated-definition.ts'
import { createEvaluate } from './evaluate.ts'
import { createExecuteDefinition } from './execute-definition.ts'

const config: AggregationConfig = {
  type: 'aggregation-v1',
  query: '',
  streams: [],
  group_by: [],
  series: [],
  search_within_ms: 60_000,
  execute_every_ms: 60_000,
}
const definition = evaluatedDefinition(config, { number: 1, title: 'Held', ownerId: 'owner' })
const signal = new AbortController().signal
const aCaller = (userId: string): Caller => ({
  userId,
  username: userId,
  holds: () => true,
  require: () => undefined,
})

test('runs that users ask for take their own turns, and one user has one at a time', async () => {
  await using temporary = await temporarySettings()
  const clock = fixedClock('2026-03-01T10:00:00.000Z')
  const ids = createIds(() => clock.now())
  const runs: { readonly turnOf: string; end(): void }[] = []
  const processor: AnyEventProcessor = {
    type: 'aggregation-v1',
    name: 'Held',
    description: '',
    normalise: (given) => given,
    problems: () => ({}),
    streamsOf: () => [],
    timing: () => ({ windowMs: 60_000, hopMs: 60_000 }),
    async evaluate({ options: { turnOf } }) {
      const held = Promise.withResolvers<void>()
      runs.push({ turnOf, end: held.resolve })
      await held.promise
      return { events: [] }
    },
  }
  const evaluate = createEvaluate({
    settings: temporary.settings,
    clock,
    fields: createEventFields(),
    followers: [],
    store: { storing: () => [] },
    withoutKnown: async (events) => events,
    accounts: {
      read: () => Promise.reject(new Error('no account is read')),
      [Symbol.dispose]: () => undefined,
    },
    access: { choose: () => Promise.reject(new Error('no stream is read')) },
    lookupsFor: () => ({ value: async () => undefined, values: async () => [], table: () => undefined }),
  })
  const execute = createExecuteDefinition({
    settings: temporary.settings,
    processors: createEventProcessors([processor]),
    config: { read: async () => ({ ...EVENTS_CONFIG_DEFAULTS, late_messages_wait_ms: 0 }) },
    evaluate,
    storedUntilMs: () => Number.POSITIVE_INFINITY,
    clock,
    ids,
  })
  const run = (userId: string) => execute(aCaller(userId), definition, { type: 'aggregation-v1' }, signal)

  const first = run('ann')
  const second = run('ann')
  const other = run('bob')
  await expect.poll(() => runs.map(({ turnOf }) => turnOf)).toEqual(['events of ann', 'events of bob'])
  runs[0]?.end()
  await first
  await expect.poll(() => runs.map(({ turnOf }) => turnOf)).toEqual(['events of ann', 'events of bob', 'events of ann'])
  for (const { end } of runs) end()
  await Promise.all([second, other])
})
