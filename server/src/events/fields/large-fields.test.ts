// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form
import { setImmediate as afterOthers } from 'node:timers/promises'
import type { AggregationConfig } from '@logyard/contract/events/processor-configs'
import { expect, test } from 'vitest'
import type { FoundEvent } from '../event-processor.ts'
import { evaluatedDefinition } from '../testing/evaluated-definition.ts'
import { createEventFields } from './event-fields.ts'

const config: AggregationConfig = {
  type: 'aggregation-v1',
  query: '',
  streams: [],
  group_by: [],
  series: [],
  search_within_ms: 60_000,
  execute_every_ms: 60_000,
}
const found: FoundEvent = {
  occurrence: 'one',
  timestampMs: 0,
  timerange: null,
  message: 'It happened',
  originContext: null,
  sourceStreams: [],
  source: { message: 'x'.repeat(10_000) },
  group: [],
}
const FIELDS = 20

const definition = {
  ...evaluatedDefinition(config, { number: 1, title: 'Large', ownerId: 'owner' }),
  key_spec: [],
  field_spec: Object.fromEntries(
    Array.from({ length: FIELDS }, (_, place) => [
      `field_${place}`,
      {
        data_type: 'string' as const,
        providers: [{ type: 'template-v1' as const, template: '${source.message}'.repeat(100), require_values: true }],
      },
    ]),
  ),
}

test('the fields of an event have a limited length together, and others have turns while they are computed', async () => {
  let isDone = false
  let turns = 0
  const others = async () => {
    for (; !isDone; turns += 1) await afterOthers()
  }
  const watching = others()
  const { fields } = await createEventFields().of(definition, found, {
    lookUp: async () => undefined,
    signal: new AbortController().signal,
    maxLength: 100_000,
  })
  isDone = true
  await watching
  expect(turns).toBeGreaterThanOrEqual(FIELDS)
  expect(Object.values(fields).reduce((sum, { length }) => sum + length, 0)).toBe(100_000)
})

test('an evaluation that is out of time stops between two fields', async () => {
  const fields = createEventFields().of(definition, found, {
    lookUp: async () => undefined,
    signal: AbortSignal.abort(new Error('out of time')),
    maxLength: 100_000,
  })
  await expect(fields).rejects.toThrow('out of time')
})
