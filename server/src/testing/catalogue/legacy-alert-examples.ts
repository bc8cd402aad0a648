import { vi } from 'vitest'
import { type Example, nothing } from './catalogue-world.ts'
import { draftOf, ofKind } from './kind-examples.ts'

const ofStream: Example = async ({ make }) => ({ params: { id: (await make('streams')).id } })
const ofCondition = ofKind('alert_conditions')
const ofCallback = ofKind('alarm_callbacks')

const ofAlert: Example = async ({ ask, make }) => {
  const { owner } = await make('alert_conditions')
  await ask('POST', `/streams/${owner['id']}/resume`)
  const alertId = await vi.waitFor(
    async () => {
      const [alert] = Object(await ask('GET', `/streams/${owner['id']}/alerts`)).alerts
      if (alert === undefined) throw new Error('the condition has made no alert yet')
      return String(alert.id)
    },
    { timeout: 20_000, interval: 200 },
  )
  return { params: { ...owner, alertId } }
}

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
  'alert_conditions.test_new': draftOf('alert_conditions'),
  'alert_conditions.test': ofCondition,

  'alarm_callbacks.list_all': nothing,
  'alarm_callbacks.types': nothing,
  'alarm_callbacks.available': ofStream,
  'alarm_callbacks.test': ofCallback,
}
