import { EMAIL_ALARM_CALLBACK } from '@logyard/contract/legacy-alerts/alarm-callbacks'
import { vi } from 'vitest'
import type { AdminCalls } from './admin-calls.ts'

/** A condition of the stream, the alert that it makes, and a callback whose run fails without a mail server. */
export async function makeLegacyAlert({ make, read }: AdminCalls, stream: string) {
  const condition = await make(`/streams/${stream}/alerts/conditions`, {
    type: 'message_count',
    title: 'zqtitle of a condition',
    parameters: {
      time: 525_600,
      threshold_type: 'MORE',
      threshold: 0,
      grace: 0,
      backlog: 5,
      query: 'zqcanary OR *',
    },
  })
  const callback = await make(`/streams/${stream}/alarmcallbacks`, {
    type: EMAIL_ALARM_CALLBACK,
    title: 'zqtitle of a callback',
    configuration: { sender: 'zqmail@example.org', subject: 'zqcanary', email_receivers: ['zqmail@example.org'] },
  })
  const alert = await vi.waitFor(
    async () => {
      const [first] = (await read(`/streams/${stream}/alerts`)).alerts
      if (first === undefined) throw new Error('the condition has made no alert yet')
      return String(first.id)
    },
    { timeout: 60_000, interval: 200 },
  )
  return {
    alert: [alert],
    cid: [String(condition.alert_condition_id)],
    cbid: [String(callback.alarmcallback_id)],
  }
}
