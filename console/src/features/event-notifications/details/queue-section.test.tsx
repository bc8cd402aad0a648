import {
  type EventNotification,
  getEventNotification,
  listQueuedNotifications,
  retryQueuedNotifications,
} from '@logyard/contract/event-notifications/event-notifications'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ada, quietServer, renderConsole } from '../../../testing/render-console.tsx'

const HOOK: EventNotification = {
  id: '5f0000000000000000000031',
  title: 'On call',
  description: '',
  config: { type: 'http-notification-v1', url: 'https://hook.example.org/' },
}
const path = `/alerts/notifications/${HOOK.id}`
const pause = {
  notification_id: HOOK.id,
  paused_until: '2026-03-01T09:05:00.000Z',
  failures: 3,
  reason: 'The operation was aborted due to timeout',
}
const dropped = { notification_id: HOOK.id, count: 511, last_at: '2026-03-01T09:00:00.000Z' }

test('a paused notification says why, and is tried at once by hand', async () => {
  const server = quietServer()
    .on(getEventNotification, HOOK)
    .on(listQueuedNotifications, { total: 0, queued: [], pauses: [pause], dropped: [dropped] })
    .on(retryQueuedNotifications, null)
  using app = renderConsole({ user: ada, path, server })
  const queue = within(await screen.findByRole('region', { name: 'Queue' }))
  await queue.findByText('Paused after 3 attempts without a response')
  expect(queue.getByText(pause.reason)).toBeTruthy()
  expect(queue.getByText('511 notifications were dropped')).toBeTruthy()
  await userEvent.click(queue.getByRole('button', { name: 'Try now' }))
  await screen.findByText('The notification is being tried again.')
  expect(app.server.calls(retryQueuedNotifications)).toMatchObject([
    { path: `/events/notifications/${HOOK.id}/queue/retry` },
  ])
})

test('a user who may not edit a notification cannot end its pause', async () => {
  const reader = { ...ada, permissions: ['eventnotifications:read:*'] }
  const server = quietServer(reader)
    .on(getEventNotification, HOOK)
    .on(listQueuedNotifications, { total: 0, queued: [], pauses: [pause], dropped: [] })
  using _app = renderConsole({ user: reader, path, server })
  const queue = within(await screen.findByRole('region', { name: 'Queue' }))
  await queue.findByText('Paused after 3 attempts without a response')
  expect(queue.queryByRole('button', { name: 'Try now' })).toBeNull()
  expect(queue.queryByText(/dropped/)).toBeNull()
})
