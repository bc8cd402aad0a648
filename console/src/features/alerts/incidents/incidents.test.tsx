import { changeAlerts } from '@logyard/contract/alerts/alerts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ada, renderConsole } from '../../../testing/render-console.tsx'
import { ALERT, alertsServer, INCIDENT } from '../testing/alerts-answers.ts'

// The whole console with its dialogs is slow in jsdom.
vi.setConfig({ testTimeout: 40_000 })
const LOADING = { timeout: 10_000 }

function open(path: string) {
  const server = alertsServer().on(changeAlerts, { alerts: [ALERT, ALERT], failures: [] })
  const app = renderConsole({ path, user: ada, server })
  return { app, actor: userEvent.setup({ pointerEventsCheck: 0 }) }
}

test('alerts that began together are one row, changed together, and lead to the messages that they share', async () => {
  const { app, actor } = open('/alerts?state=open')
  using _ = app
  await actor.click(await screen.findByText('Incidents (1)', {}, LOADING))
  const link = await screen.findByRole('link', { name: 'Show the messages: service cart' }, LOADING)
  expect(link.getAttribute('href')).toBe(
    '/search?q=service%3Acart&rangetype=absolute&from=2026-03-01T08%3A54%3A00.000Z&to=2026-03-01T09%3A05%3A00.000Z',
  )
  await actor.click(screen.getByRole('button', { name: 'Acknowledge: service cart' }))
  await waitFor(() =>
    expect(app.server.calls(changeAlerts).at(-1)?.body).toEqual({
      ids: INCIDENT.unresolved_ids,
      action: 'acknowledge',
    }),
  )
})

test('an alert shows the others of its incident', async () => {
  const { app, actor } = open(`/alerts?alert=${ALERT.id}`)
  using _ = app
  const incident = within(await screen.findByRole('region', { name: 'Incident' }, LOADING))
  expect(incident.queryByText(ALERT.message)).toBeNull()
  await actor.click(incident.getByRole('button', { name: 'Cart is slow' }))
  expect(window.location.search).toBe('?alert=5f00000000000000000000a2&state=open')
})
