import { EMAIL_ALARM_CALLBACK } from '@logyard/contract/legacy-alerts/alarm-callbacks'
import { expect, vi } from 'vitest'
import type { CatalogueWorld, ExampleRequest } from './catalogue-world.ts'

type Example = (world: CatalogueWorld) => ExampleRequest | Promise<ExampleRequest>

const CONDITION = {
  type: 'message_count',
  title: 'Silence',
  parameters: { time: 1, threshold_type: 'LESS', threshold: 1, grace: 0, backlog: 0 },
}
const CALLBACK = {
  type: EMAIL_ALARM_CALLBACK,
  title: 'Mail',
  configuration: { sender: 'logyard@example.org', subject: 'An alert', email_receivers: ['ada@example.org'] },
}

async function ask(world: CatalogueWorld, method: string, path: string, body?: unknown) {
  const answer = await world.call(world.admin, { method, path }, body === undefined ? {} : { body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer
}

async function conditionOf(world: CatalogueWorld, streamId: string): Promise<string> {
  const answer = await ask(world, 'POST', `/streams/${streamId}/alerts/conditions`, CONDITION)
  return String(answer.json()['alert_condition_id'])
}

async function callbackOf(world: CatalogueWorld, streamId: string): Promise<string> {
  const answer = await ask(world, 'POST', `/streams/${streamId}/alarmcallbacks`, CALLBACK)
  return String(answer.json()['alarmcallback_id'])
}

const nothing: Example = () => ({})
const ofStream: Example = async (world) => ({ params: { id: (await world.createStream()).id } })
const ofCondition: Example = async (world) => {
  const { id } = await world.createStream()
  return { params: { id, cid: await conditionOf(world, id) } }
}
const ofCallback: Example = async (world) => {
  const { id } = await world.createStream()
  return { params: { id, cbid: await callbackOf(world, id) } }
}

const ofAlert: Example = async (world) => {
  const { id } = await world.createStream()
  await ask(world, 'POST', `/streams/${id}/resume`)
  await conditionOf(world, id)
  const alertId = await vi.waitFor(
    async () => {
      const [alert] = (await ask(world, 'GET', `/streams/${id}/alerts`)).json()['alerts'] as { id: string }[]
      if (alert === undefined) throw new Error('the condition has made no alert yet')
      return alert.id
    },
    { timeout: 20_000, interval: 200 },
  )
  return { params: { id, alertId } }
}

const withBody =
  (example: Example, body: unknown): Example =>
  async (world) => ({ ...(await example(world)), body })
const asReceiver: Example = async (world) => ({
  ...(await ofCallback(world)),
  query: { entity: 'grace@example.org', type: 'emails' },
})

export const legacyAlertExamples: Readonly<Record<string, Example>> = {
  'alerts.list': nothing,
  'alerts.paginated': nothing,
  'alerts.get': ofAlert,
  'stream_alerts.list': ofStream,
  'stream_alerts.paginated': ofStream,
  'stream_alerts.check': ofCondition,
  'stream_alerts.history': ofAlert,
  'alert_receivers.add': asReceiver,
  'alert_receivers.remove': asReceiver,
  'stream_alerts.send_dummy': ofCallback,

  'alert_conditions.list_all': nothing,
  'alert_conditions.types': nothing,
  'alert_conditions.list': ofStream,
  'alert_conditions.get': ofCondition,
  'alert_conditions.create': withBody(ofStream, CONDITION),
  'alert_conditions.update': withBody(ofCondition, CONDITION),
  'alert_conditions.delete': ofCondition,
  'alert_conditions.test_new': withBody(ofStream, CONDITION),
  'alert_conditions.test': ofCondition,

  'alarm_callbacks.list_all': nothing,
  'alarm_callbacks.types': nothing,
  'alarm_callbacks.available': ofStream,
  'alarm_callbacks.test': ofCallback,
  'alarm_callbacks.list': ofStream,
  'alarm_callbacks.get': ofCallback,
  'alarm_callbacks.create': withBody(ofStream, CALLBACK),
  'alarm_callbacks.update': withBody(ofCallback, CALLBACK),
  'alarm_callbacks.delete': ofCallback,
}
