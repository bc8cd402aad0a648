import { getAlertExplanation } from '@logyard/contract/alerts/alert-evidence'
import { changeAlerts, commentAlert, listAlerts } from '@logyard/contract/alerts/alerts'
import { explainMessages } from '@logyard/contract/search/explanations'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ada, renderConsole } from '../../../testing/render-console.tsx'
import { ALERT, alertsServer } from '../testing/alerts-answers.ts'

// The whole console with its dialogs is slow in jsdom.
vi.setConfig({ testTimeout: 40_000 })
const LOADING = { timeout: 10_000 }
const NOW = Date.parse('2026-03-01T09:05:00.000Z')

async function open(path: string, failures: { id: string; message: string }[] = []) {
  const server = alertsServer()
    .on(changeAlerts, { alerts: failures.length === 0 ? [{ ...ALERT, state: 'acknowledged' }] : [], failures })
    .on(commentAlert, { ...ALERT, comments: [] })
  const clock = { now: () => NOW }
  const app = renderConsole({ path, user: ada, server, clock })
  await screen.findByRole('heading', { level: 1, name: 'Alerts & events' }, LOADING)
  return { app, actor: userEvent.setup({ pointerEventsCheck: 0 }) }
}

const asked = (app: ReturnType<typeof renderConsole>) => app.server.calls(changeAlerts).at(-1)?.body

test('each state is a list, with the number of its alerts', async () => {
  const { app, actor } = await open('/alerts?query=x&page=2')
  using _ = app
  await actor.click(await screen.findByText('Resolved (7)', {}, LOADING))
  screen.getByText('Open (1)')
  expect(window.location.search).toBe('?state=resolved')
  await screen.findByRole('group', { name: 'Resolved alerts' })
  const listed = app.server.calls(listAlerts).findLast((call) => call.query.has('state'))
  expect(listed?.query.get('state')).toBe('resolved')
})

test('the filters of alerts are in the address', async () => {
  const { app, actor } = await open('/alerts?state=open')
  using _ = app
  const list = within(await screen.findByRole('group', { name: 'Open alerts' }, LOADING))
  await actor.type(list.getByRole('textbox', { name: 'Search' }), 'cart{Enter}')
  await actor.selectOptions(list.getByRole('combobox', { name: 'Assignee' }), 'Not assigned')
  await waitFor(() => {
    const query = app.server.calls(listAlerts).findLast((call) => call.query.has('state'))?.query
    expect(query?.get('query')).toBe('cart')
    expect(query?.get('assignee')).toBe('')
  })
  expect(window.location.search).toBe('?state=open&query=cart&assigned=nobody')
})

test('selected alerts are acknowledged together, and those of selected events too', async () => {
  const { app, actor } = await open('/alerts?state=open')
  using _ = app
  await actor.click(await screen.findByRole('checkbox', { name: `Select ${ALERT.message}` }, LOADING))
  await actor.click(screen.getByRole('button', { name: 'Acknowledge' }))
  await screen.findByText('Alert acknowledged')
  expect(asked(app)).toEqual({ ids: [ALERT.id], action: 'acknowledge' })
  await actor.click(screen.getByText('All events'))
  await actor.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }, LOADING))
  await actor.click(screen.getByRole('button', { name: 'Resolve' }))
  await waitFor(() => expect(asked(app)).toEqual({ ids: [ALERT.id], action: 'resolve' }))
})

test('a change that the server refuses says why', async () => {
  const { app, actor } = await open('/alerts?state=open', [{ id: ALERT.id, message: 'The alert is resolved' }])
  using _ = app
  await actor.click(await screen.findByRole('button', { name: `Actions for ${ALERT.message}` }, LOADING))
  await actor.click(await screen.findByRole('menuitem', { name: 'Snooze for 4 hours' }))
  await screen.findByText('The alert is resolved')
  expect(asked(app)).toEqual({ ids: [ALERT.id], action: 'snooze', until: '2026-03-01T13:05:00.000Z' })
})

test('the state of an event opens its alert, which is commented on and assigned', async () => {
  const { app, actor } = await open('/alerts?state=events')
  using _ = app
  await actor.click(await screen.findByRole('button', { name: `Open the alert of ${ALERT.message}` }, LOADING))
  expect(window.location.search).toBe(`?state=events&alert=${ALERT.id}`)
  const alert = within(await screen.findByRole('dialog', { name: 'Alert' }, LOADING))
  await alert.findByText('Looking at it', {}, LOADING)
  await actor.type(alert.getByRole('textbox', { name: 'Comment' }), ' Restarted it {Enter}Fine now')
  await actor.click(alert.getByRole('button', { name: 'Comment' }))
  await waitFor(() => expect(app.server.calls(commentAlert).at(-1)?.body).toEqual({ text: 'Restarted it \nFine now' }))
  await actor.click(alert.getByRole('button', { name: 'Assign to me' }))
  await waitFor(() => expect(asked(app)).toEqual({ ids: [ALERT.id], action: 'assign', assignee: 'ada' }))
})

test('an alert leads to its messages, and shows its figure, the steps and who was told', async () => {
  const { app } = await open(`/alerts?alert=${ALERT.id}`)
  using _ = app
  const alert = within(await screen.findByRole('dialog', { name: 'Alert' }, LOADING))
  const link = await alert.findByRole('link', { name: 'Show the messages' }, LOADING)
  expect(link.getAttribute('href')).toBe(
    '/search?q=level%3A3+AND+service%3Acart&rangetype=absolute&from=2026-03-01T08%3A59%3A00.000Z&to=2026-03-01T09%3A00%3A00.000Z&streams=s1%2Cs2',
  )
  await alert.findByRole('img', { name: 'count(): at most 33, limit 20' }, LOADING)
  alert.getByText('Restart the cart')
  const told = await alert.findByRole('region', { name: 'Notifications' }, LOADING)
  expect(told.textContent).toContain('Ops mail')
  expect(told.textContent).toContain('Failed 2 times, will be tried again')
})

test('the key explains the window of an alert: all messages of its group, against the time before', async () => {
  const { app, actor } = await open(`/alerts?alert=${ALERT.id}`)
  using _ = app
  const side = { timeranges: [], messages: 33, per_minute: 33 }
  app.server.on(explainMessages, {
    ...{ sentence: 'Nothing differs more than by chance.', inside: side, outside: side, looked_at: 66 },
    ...{ slices: [], findings: [], unchanged: ['source'], not_compared: [] },
  })
  const alert = within(await screen.findByRole('dialog', { name: 'Alert' }, LOADING))
  await alert.findByRole('button', { name: 'Explain' }, LOADING)
  await actor.keyboard('e')
  await alert.findByText('Nothing differs more than by chance', {}, LOADING)
  const { from, to } = { from: '2026-03-01T08:59:00.000Z', to: '2026-03-01T09:00:00.000Z' }
  expect(app.server.calls(explainMessages).at(-1)?.body).toEqual({
    query: 'service:cart',
    streams: ['s1', 's2'],
    timerange: { type: 'absolute', from: '2026-03-01T07:59:00.000Z', to },
    inside: { timerange: { type: 'absolute', from, to } },
  })
})

test('what was stored when the alert opened is shown at once, and can be asked again', async () => {
  const { app, actor } = await open('/alerts')
  using _ = app
  const side = { timeranges: [], messages: 33, per_minute: 33 }
  const finding = {
    kind: 'value',
    change: 'new',
    field: 'version',
    value: '2',
    text: 'version: 2',
    query: 'x',
  } as const
  const figures = { inside: 30, outside: 0, share_inside: 0.9, share_outside: 0, factor: null, score: 1 }
  const findings = [{ ...finding, ...figures, trend: [], places: [], same: [] }]
  const rest = { inside: side, outside: side, looked_at: 66, slices: [], unchanged: [], not_compared: [] }
  const explanation = { ...rest, findings, sentence: 'version: 2 is new.' }
  app.server.on(getAlertExplanation, { state: 'ready', explained_at: '2026-03-01T09:00:01.000Z', explanation })
  app.server.on(explainMessages, { ...explanation, sentence: 'Other now.' })
  await actor.click(await screen.findByText('All events'))
  await actor.click(await screen.findByText('Open (1)', {}, LOADING))
  await actor.click(await screen.findByText(ALERT.message, {}, LOADING))
  const alert = within(await screen.findByRole('dialog', { name: 'Alert' }, LOADING))
  await alert.findByText('version: 2 is new.', {}, LOADING)
  await alert.findByText(/As it was when the alert opened/)
  expect(app.server.calls(explainMessages)).toEqual([])
  await actor.click(await alert.findByRole('button', { name: 'Explain again now' }, LOADING))
  await alert.findByText('Other now.', {}, LOADING)
})
