import {
  countFailures,
  deleteFailures,
  type FailureSummary,
  getFailure,
  listFailures,
  replayFailures,
} from '@logyard/contract/ingest/failures'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { pseudoMessage } from '../../base/text/pseudo-language.ts'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { ada, quietServer, renderConsole } from '../../testing/render-console.tsx'

// The whole console with its dialogs is slow in jsdom.
vi.setConfig({ testTimeout: 40_000 })
const LOADING = { timeout: 10_000 }
const PATH = '/system/indices/failures'
const PAYLOAD = '{"host":"web-1"}\u0000'

const failure = (number: number, more: Partial<FailureSummary> = {}): FailureSummary => ({
  number,
  failed_at: '2026-03-01T09:00:00.000Z',
  tried_at: '2026-03-01T09:00:00.000Z',
  attempts: 1,
  reason: 'text-missing',
  detail: 'short_message is missing',
  received_at: '2026-03-01T09:00:00.000Z',
  input_id: '5f0000000000000000000011',
  input_title: 'Applications',
  codec: 'gelf',
  remote_address: '192.0.2.7',
  remote_port: 51_234,
  size: PAYLOAD.length,
  preview: `{"host":"web-${number}"}`,
  ...more,
})
const FAILURES = [failure(18, { attempts: 3, reason: 'not-storable', input_title: null }), failure(17)]

function withFailures(total = 1200, user = ada) {
  return quietServer(user)
    .on(listFailures, { failures: FAILURES, total, count: 2, page: 1, per_page: 50, newest: 18 })
    .on(getFailure, { ...failure(17), payload: btoa(PAYLOAD), shown: PAYLOAD.length })
    .on(countFailures, {
      total,
      newest: 18,
      inputs: [{ id: '5f0000000000000000000011', title: 'Applications', count: total }],
      reasons: [
        { reason: 'text-missing', count: total - 1 },
        { reason: 'not-storable', count: 1 },
      ],
      last_day: total,
      size: 4_200_000,
      size_limit: 52_428_800,
    })
}

async function open(options: { path?: string; user?: typeof ada; server?: ReturnType<typeof quietServer> } = {}) {
  const { path = PATH, user = ada, server = withFailures(1200, user) } = options
  const app = renderConsole({ path, user, server })
  await screen.findByRole('button', { name: /^Open failure 17/ }, LOADING)
  return { app, actor: userEvent.setup({ pointerEventsCheck: 0 }) }
}

test('failures show time, source, reason, number of attempts and the beginning of the message', async () => {
  const { app } = await open()
  using _ = app
  screen.getByText('Total of 1,200 failed messages (4.2 MB)')
  const [, first, second] = screen.getAllByRole('row')
  expect(first?.textContent).toContain('tried 3 times')
  expect(first?.textContent).toContain('5f0000000000000000000011')
  expect(second?.textContent).toContain('Applications')
  expect(second?.textContent).toContain('192.0.2.7')
  expect(second?.textContent).toContain('short_message is missing')
  expect(second?.textContent).toContain('{"host":"web-17"}')
})

test('the list is filtered by words, input, reason and time, and the address contains the filters', async () => {
  const { app, actor } = await open()
  using _ = app
  const list = within(screen.getByRole('group', { name: 'Indexer failures' }))
  await actor.type(list.getByRole('textbox', { name: 'Search' }), 'web-1{Enter}')
  await actor.selectOptions(screen.getByRole('combobox', { name: 'Input' }), 'Applications (1,200)')
  await actor.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'not-storable (1)')
  await actor.selectOptions(screen.getByRole('combobox', { name: 'Time' }), 'Last hour')
  await waitFor(() => {
    const asked = app.server.calls(listFailures).at(-1)?.query
    expect(asked?.get('text')).toBe('web-1')
    expect(asked?.get('input')).toBe('5f0000000000000000000011')
    expect(asked?.get('reason')).toBe('not-storable')
    expect(Date.now() - Date.parse(asked?.get('from') ?? '')).toBeLessThan(3_700_000)
  })
  expect(window.location.search).toContain('since=hour')
  await screen.findByRole('button', { name: 'Replay 1,200 matching' })
})

test('a failure opens beside the list with its bytes as text and as a hex dump', async () => {
  const { app, actor } = await open()
  using _ = app
  await actor.click(screen.getByRole('button', { name: /^Open failure 17/ }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Failure 17' }))
  await drawer.findByText('{"host":"web-1"}\u2400')
  expect(window.location.search).toBe('?failure=17')
  drawer.getByText('192.0.2.7:51234')
  expect(drawer.getByRole('link', { name: 'Applications' }).getAttribute('href')).toBe(
    '/system/inputs?query=Applications',
  )
  await actor.click(drawer.getByRole('radio', { name: 'Bytes' }))
  drawer.getByText(/^00000000 7b 22 68 6f 73 74 22 3a/)
  await actor.click(drawer.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(window.location.search).toBe(''))
})

test('a repeated failure is reported; all matching failures are replayed in several calls', async () => {
  const { app, actor } = await open()
  using _ = app
  app.server.on(replayFailures, { stored: 0, failed: 1, next: null })
  await actor.click(screen.getByRole('button', { name: 'Actions for Failure 17' }))
  await actor.click(await screen.findByRole('menuitem', { name: 'Replay' }))
  await screen.findByText('No messages stored, 1 failed again')
  const answers = [
    { stored: 1000, failed: 0, next: 9 },
    { stored: 200, failed: 0, next: null },
  ]
  app.server.outcome(replayFailures, () => ({ status: 200, body: answers.shift() }))
  await actor.click(screen.getByRole('button', { name: 'Replay all 1,200' }))
  await screen.findByText('1,200 messages stored')
  expect(app.server.calls(replayFailures).map(({ body }) => body)).toEqual([
    { numbers: [17] },
    { filter: { up_to: 18 } },
    { filter: { up_to: 9 } },
  ])
})

test('deleting asks for confirmation with the number of failures', async () => {
  const { app, actor } = await open()
  using _ = app
  app.server.on(deleteFailures, { deleted: 2, next: null })
  await actor.click(screen.getByRole('checkbox', { name: 'Select Failure 17' }))
  await actor.click(screen.getByRole('checkbox', { name: 'Select Failure 18' }))
  await actor.click(screen.getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete 2 failures?' }))
  question.getByText(/permanently deleted/)
  await actor.click(question.getByRole('button', { name: 'Delete 2 failures' }))
  await screen.findByText('2 failures deleted')
  expect(app.server.calls(deleteFailures).map(({ body }) => body)).toEqual([{ numbers: [18, 17] }])
})

test('a rejected call shows the reason, and the progress before it', async () => {
  const { app, actor } = await open()
  using _ = app
  const outcomes = [
    { status: 200, body: { stored: 1000, failed: 0, next: 9 } },
    { status: 503, body: { type: 'ApiError', message: 'The message store did not answer in time.' } },
  ]
  app.server.outcome(replayFailures, () => outcomes.shift() ?? 'no-answer')
  await actor.click(screen.getByRole('button', { name: 'Replay all 1,200' }))
  await screen.findByText('1,000 messages stored')
  await screen.findByText('Replaying failures failed with status: Service Unavailable')
})

test('a reader is offered no changes', async () => {
  const user = { ...ada, permissions: ['indices:failures'] }
  const { app, actor } = await open({ user, server: withFailures(2, user) })
  using _ = app
  expect(screen.queryByRole('button', { name: /Replay|Delete|Actions/ })).toBeNull()
  await actor.click(screen.getByRole('button', { name: /^Open failure 17/ }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Failure 17' }))
  await drawer.findByRole('button', { name: 'Copy' })
  expect(drawer.queryByRole('button', { name: 'Replay' })).toBeNull()
})

test('new failures are announced instead of inserted into the list', async () => {
  const server = withFailures()
  server.on(listFailures, { failures: FAILURES, total: 1199, count: 2, page: 1, per_page: 50, newest: 17 })
  const { app, actor } = await open({ server })
  using _ = app
  const asked = app.server.calls(listFailures).length
  await actor.click(await screen.findByRole('button', { name: 'Show new failures' }))
  await waitFor(() => expect(app.server.calls(listFailures).length).toBe(asked + 1))
})

test('the absence of failures is shown as good, on the overview too', async () => {
  const server = quietServer().on(listFailures, {
    failures: [],
    total: 0,
    count: 0,
    page: 1,
    per_page: 50,
    newest: null,
  })
  {
    using _ = renderConsole({ path: PATH, user: ada, server })
    await screen.findByText('No failures', undefined, LOADING)
  }
  {
    using _ = renderConsole({ path: '/system/overview', user: ada, server })
    await screen.findByText('No failed indexing attempts in the last 24 hours.', undefined, LOADING)
  }
  using _ = renderConsole({ path: '/system/overview', user: ada, server: withFailures() })
  await screen.findByText('There were 1,200 failed indexing attempts in the last 24 hours.', undefined, LOADING)
  expect(screen.getByRole('link', { name: 'Show errors' }).getAttribute('href')).toBe(PATH)
})

test('all texts come from the catalogue', async () => {
  using _ = renderConsole({ path: `${PATH}?failure=17`, user: ada, language: 'pseudo', server: withFailures() })
  await screen.findByRole('button', { name: pseudoMessage('Download') }, LOADING)
  expect(escapedTexts(document.body)).toEqual([])
})
