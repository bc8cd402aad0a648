import { WELL_KNOWN_STREAM_IDS } from '@logyard/contract/streams/stream-ids'
import { expect, test } from 'vitest'
import { createReplica } from '../platform/settings/replica.ts'
import { startStreams } from '../testing/start-streams.ts'
import type { StreamKind } from './stream-kind.ts'
import { createStreamOutputs } from './stream-outputs.ts'
import type { RoutingStream } from './stream-routing.ts'
import { streamCollection } from './stream-store.ts'

const RULE = { type: 1, field: 'level', value: 'error', inverted: true }

test('processing gets the running streams as plain data, and every change before the request is answered', async () => {
  await using logyard = await startStreams()
  const told: (readonly string[])[] = []
  using _listening = logyard.streams.onChange((streams) => told.push(streams.map(({ id }) => id)))
  expect(logyard.streams.routing().map(({ id }) => id)).toEqual(WELL_KNOWN_STREAM_IDS)

  const id = await logyard.addStream({ rules: [RULE], matching_type: 'OR', index_set_id: 'other' })
  expect(told.at(-1)).not.toContain(id)
  await logyard.call('POST', `/streams/${id}/resume`)
  expect(told.at(-1)).toContain(id)
  expect(logyard.streams.routing().at(-1)).toEqual({
    id,
    matchingType: 'OR',
    removeMatchesFromDefault: false,
    indexSetId: 'other',
    rules: [{ id: expect.any(String), ...RULE }],
    outputs: [],
  } satisfies RoutingStream)

  await logyard.call('POST', `/streams/${id}/rules`, { body: { ...RULE, value: 'fatal' } })
  expect(
    logyard.streams
      .routing()
      .at(-1)
      ?.rules.map(({ value }) => value),
  ).toEqual(['error', 'fatal'])
  await logyard.call('POST', `/streams/${id}/pause`)
  expect(told.at(-1)).not.toContain(id)
  await logyard.call('POST', `/streams/${id}/resume`)
  await logyard.call('DELETE', `/streams/${id}`)
  expect(told.at(-1)).toEqual(WELL_KNOWN_STREAM_IDS)
  const times = told.length
  _listening[Symbol.dispose]()
  await logyard.addStream()
  expect(told.length).toBe(times)
})

test('a changed rule is published once', async () => {
  await using logyard = await startStreams()
  const id = await logyard.addStream({ rules: [RULE] })
  await logyard.call('POST', `/streams/${id}/resume`)
  const [rule] = (await logyard.streams.get(id)).rules
  const published: (readonly (string | undefined)[])[] = []
  using _listening = logyard.streams.onChange((streams) =>
    published.push(streams.filter((stream) => stream.id === id).map(({ rules }) => rules[0]?.value)),
  )
  await logyard.call('PUT', `/streams/${id}/rules/${rule?.id}`, { body: { ...RULE, value: 'fatal' } })
  expect(published).toEqual([['fatal']])
})

test('an index set is in use while a stream has it, running or paused', async () => {
  await using logyard = await startStreams()
  const id = await logyard.addStream({ index_set_id: 'other' })
  expect(await logyard.identity.entities.usedBy('index-set', 'other')).toEqual([`grn::::stream:${id}`])
  await logyard.call('PUT', `/streams/${id}`, { body: { index_set_id: 'default' } })
  expect(await logyard.identity.entities.usedBy('index-set', 'other')).toEqual([])
})

test('deleting a stream removes its metrics', async () => {
  await using logyard = await startStreams()
  const id = await logyard.addStream()
  const remaining = await logyard.addStream()
  const nameOf = (streamId: string) => `org.graylog2.plugin.streams.Stream.${streamId}.incomingMessages`
  for (const one of [id, remaining]) logyard.metrics.meter(nameOf(one)).mark()
  await logyard.call('DELETE', `/streams/${id}`)
  expect(logyard.metrics.names('org.graylog2.plugin.streams')).toEqual([nameOf(remaining)])
})

test('a stream whose rules are too slow is paused, with a notification until it is resumed or deleted', async () => {
  await using logyard = await startStreams()
  const { streams, notifications, metrics } = logyard
  const id = await logyard.addStream({ title: 'Slow', rules: [RULE] })
  await logyard.call('POST', `/streams/${id}/resume`)
  const isDisabled = async () => (await streams.get(id)).disabled
  await streams.pauseFaulty(id, 3)
  expect([await isDisabled(), streams.routing().map(({ id }) => id)]).toEqual([true, WELL_KNOWN_STREAM_IDS])
  const warning = {
    type: 'stream_processing_disabled',
    severity: 'urgent',
    details: { stream_id: id, stream_title: 'Slow', fault_count: 3 },
  }
  expect(await notifications.list()).toMatchObject([warning])
  expect(metrics.names(`org.graylog2.plugin.streams.Stream.${id}`)).toEqual([
    `org.graylog2.plugin.streams.Stream.${id}.faultsExceeded`,
  ])

  await logyard.call('POST', `/streams/${id}/resume`)
  expect([await isDisabled(), await notifications.list()]).toEqual([false, []])
  await streams.pauseFaulty(id, 3)
  const other = await logyard.addStream()
  await logyard.call('DELETE', `/streams/${other}`)
  expect(await notifications.list()).toMatchObject([warning])
  await logyard.call('DELETE', `/streams/${id}`)
  expect(await notifications.list()).toEqual([])
  await streams.pauseFaulty(id, 3)
  expect(await notifications.list()).toEqual([])
})

test('an output is added although another one is removed meanwhile', async () => {
  await using logyard = await startStreams()
  const { settings, streams } = logyard
  const id = await logyard.addStream()
  await streams.outputs.add(id, ['old'], async () => [])
  const removingFirst: StreamKind['prepareReplace'] = async (...change) => {
    await streams.outputs.remove(id, 'old')
    return streams.kind.prepareReplace(...change)
  }
  using replica = createReplica(settings, streamCollection)
  const kind = { ...streams.kind, prepareReplace: removingFirst }
  const outputs = createStreamOutputs({ settings, kind, replica, publish: async () => undefined })
  await outputs.add(id, ['new'], async () => [])
  expect((await streams.get(id)).outputs).toEqual(['new'])
})
