import type { InputState } from '@logyard/contract/ingest/inputs'
import { expect, test } from 'vitest'
import { createNotifications } from '../../notices/notifications.ts'
import { createSystemMessages } from '../../notices/system-messages.ts'
import { systemClock } from '../../platform/clock.ts'
import { createIds } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import type { StoredInput } from './input-store.ts'
import { createStateAnnouncer } from './state-announcer.ts'

const input: StoredInput = {
  id: '6b0342ff2547f9471c26becd',
  type: 'org.graylog2.inputs.raw.tcp.RawTCPInput',
  title: 'Shop',
  global: true,
  node: null,
  static_fields: {},
  configuration: '{}',
  content_pack: null,
  creator_user_id: 'admin',
  created_at: '2026-03-01T09:00:00.000Z',
}

test('an input that fails after it ran is notified as given up, until it runs again', async () => {
  await using store = await temporarySettings()
  const facts = { settings: store.settings, clock: systemClock, nodeId: 'node' }
  const notifications = createNotifications(facts)
  const messages = createSystemMessages({ ...facts, ids: createIds(systemClock.now) })
  const announcer = createStateAnnouncer(
    { notifications, messages, log: createLog('off'), nodeId: 'node' },
    () => 'Raw/Plaintext TCP',
  )
  const enter = async (state: InputState, detail?: string) => {
    announcer.announce(input, { state, detail, startedAt: new Date(), port: undefined })
    await announcer.settled()
    return (await notifications.list()).map(({ type, severity, details }) => ({ type, severity, details }))
  }

  expect(await enter('STARTING')).toEqual([])
  expect(await enter('RUNNING')).toEqual([])
  const details = { input_id: input.id, input_title: input.title, reason: 'SocketException: Broken pipe' }
  expect(await enter('FAILED', 'SocketException: Broken pipe')).toEqual([
    { type: 'input_failure_shutdown', severity: 'urgent', details },
  ])
  const { messages: told } = await messages.page(1)
  expect(told[0]?.content).toContain('failed and has stopped: SocketException: Broken pipe')
  expect(await enter('RUNNING')).toEqual([])
  expect(await enter('STOPPED')).toEqual([])
  expect(await enter('FAILED', 'in use')).toMatchObject([{ type: 'input_failed_to_start', severity: 'normal' }])
  expect(await enter('TERMINATED')).toEqual([])
  const reason = 'amqp://ada:hush@broker.example.org refused'
  expect(await enter('FAILED', reason)).toMatchObject([
    { details: { reason: 'amqp://<secret>@broker.example.org refused' } },
  ])
  expect((await messages.page(1)).messages[0]?.content).not.toContain('hush')
})
