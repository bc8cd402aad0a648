import {
  createQuietTime,
  deleteQuietTime,
  listQuietTimes,
  type QuietTime,
  updateQuietTime,
} from '@logyard/contract/alerts/quiet-times'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ada, renderConsole } from '../../../testing/render-console.tsx'
import { alertsServer, DEFINITION } from '../testing/alerts-answers.ts'

// The whole console with its dialogs is slow in jsdom.
vi.setConfig({ testTimeout: 40_000 })
const LOADING = { timeout: 10_000 }

const NIGHTS: QuietTime = {
  id: '5f00000000000000000000f1',
  title: 'Nights',
  event_definitions: [DEFINITION.id],
  tags: [],
  schedule: { type: 'weekly', days: ['monday', 'sunday'], from: '22:00', to: '06:00', timezone: 'UTC' },
  at_end: 'nothing',
  created_by: 'ada',
  created_at: '2026-03-01T09:00:00.000Z',
  updated_at: '2026-03-01T09:00:00.000Z',
  is_active: true,
  next_start: null,
  ends_at: '2026-03-02T06:00:00.000Z',
  held_back_notifications: 4,
}

async function open(user = ada) {
  const server = alertsServer(undefined, undefined, user)
    .on(listQuietTimes, { quiet_times: [NIGHTS] })
    .on(createQuietTime, NIGHTS)
    .on(updateQuietTime, NIGHTS)
    .on(deleteQuietTime, null)
  const app = renderConsole({ path: '/alerts/quiet-times', user, server })
  await screen.findByRole('row', { name: /Nights/ }, LOADING)
  return { app, actor: userEvent.setup({ pointerEventsCheck: 0 }) }
}

test('a quiet time says what it applies to, when, and how much it held back', async () => {
  const { app } = await open()
  using _ = app
  const row = await screen.findByRole('row', { name: /Too many errors/ }, LOADING)
  expect(row.textContent).toContain('Mon, Sun, 22:00–06:00 UTC')
  expect(row.textContent).toContain('Active until')
  expect(row.textContent).toContain('4')
})

test('a weekly quiet time of a tag is created', async () => {
  const { app, actor } = await open()
  using _ = app
  await actor.click(screen.getByRole('button', { name: 'New quiet time' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New quiet time' }, LOADING))
  await actor.click(dialog.getByRole('button', { name: 'Create' }))
  await dialog.findByText('Title is required')
  await actor.type(dialog.getByRole('textbox', { name: 'Title' }), 'Deployments')
  await actor.type(dialog.getByLabelText('Tags of event definitions (optional)', { selector: 'input' }), 'shop{Enter}')
  await actor.click(dialog.getByText('Every week'))
  await actor.click(dialog.getByRole('checkbox', { name: 'Mon' }))
  await actor.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(() =>
    expect(app.server.calls(createQuietTime).at(-1)?.body).toEqual({
      title: 'Deployments',
      event_definitions: [],
      tags: ['shop'],
      schedule: {
        type: 'weekly',
        days: ['tuesday', 'wednesday', 'thursday', 'friday'],
        from: '22:00',
        to: '06:00',
        timezone: 'Europe/Berlin',
      },
      at_end: 'notify_open',
    }),
  )
})

test('a quiet time is changed and deleted', async () => {
  const { app, actor } = await open()
  using _ = app
  await actor.click(screen.getByRole('button', { name: 'Actions for Nights' }))
  await actor.click(await screen.findByRole('menuitem', { name: 'Edit quiet time' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit quiet time' }, LOADING))
  await actor.click(dialog.getByRole('checkbox', { name: /At the end, notify/ }))
  await actor.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(app.server.calls(updateQuietTime).at(-1)?.body).toMatchObject({
      event_definitions: [DEFINITION.id],
      schedule: NIGHTS.schedule,
      at_end: 'notify_open',
    }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await actor.click(screen.getByRole('button', { name: 'Actions for Nights' }))
  await actor.click(await screen.findByRole('menuitem', { name: 'Delete quiet time' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete quiet time?' }))
  await actor.click(question.getByRole('button', { name: 'Delete quiet time' }))
  await waitFor(() => expect(app.server.calls(deleteQuietTime)).toHaveLength(1))
})

test('a user who may not edit definitions can only look', async () => {
  const { app } = await open({ ...ada, permissions: ['eventdefinitions:read'], roles: ['Reader'] })
  using _ = app
  expect(screen.queryByRole('button', { name: 'New quiet time' })).toBeNull()
})
