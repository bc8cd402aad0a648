import { searchRelative } from '@logyard/contract/search/universal-search'
import { cycle, getIndexerOverview } from '@logyard/contract/store/deflector'
import { rebuildIndexRange, rebuildIndexRangesOfSet } from '@logyard/contract/store/index-ranges'
import {
  createIndexSet,
  deleteIndexSet,
  getIndexSet,
  setDefaultIndexSet,
  updateIndexSet,
} from '@logyard/contract/store/index-sets'
import { RETENTION_CLASSES, ROTATION_CLASSES } from '@logyard/contract/store/index-strategies'
import { closeIndex, deleteIndex, getIndices, reopenIndex } from '@logyard/contract/store/indices'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { pseudoMessage } from '../../base/text/pseudo-language.ts'
import { escapedTexts } from '../../testing/escaped-texts.ts'
import { DEFAULT_SET, WEB_SET, withIndexSets } from '../../testing/index-sets-answers.ts'
import { ada, quietServer, renderConsole } from '../../testing/render-console.tsx'

// The whole console with every dialog is slow in jsdom.
vi.setConfig({ testTimeout: 40_000 })
const LOADING = { timeout: 10_000 }

const KEPT_14_DAYS = {
  rotation_strategy_class: ROTATION_CLASSES.time,
  rotation_strategy: { type: `${ROTATION_CLASSES.time}Config`, rotation_period: 'P1D' },
  retention_strategy_class: RETENTION_CLASSES.delete,
  retention_strategy: { type: `${RETENTION_CLASSES.delete}Config`, max_number_of_indices: 14 },
}
const DAY_OF_MESSAGES = {
  query: '',
  built_query: '',
  used_indices: [],
  messages: [],
  fields: [],
  time: 1,
  total_results: 1000,
  from: '2026-03-01T08:00:00.000Z',
  to: '2026-03-01T09:00:00.000Z',
  decoration_stats: null,
}

const answering = (user = ada) => withIndexSets(quietServer(user)).on(searchRelative, DAY_OF_MESSAGES)

async function open(path: string, ready: string, user = ada) {
  const app = renderConsole({ path, user, server: answering(user) })
  const actor = userEvent.setup({ pointerEventsCheck: 0 })
  await screen.findByText(ready, undefined, LOADING)
  // A menu that is loaded between the press and the release of the mouse replaces its button, and the click is lost.
  await vi.dynamicImportSettled()
  const act = async (row: string, action: string) => {
    await actor.click(screen.getByRole('button', { name: `Actions for ${row}` }))
    await actor.click(await screen.findByRole('menuitem', { name: action }))
  }
  const answer = async (title: string | RegExp, button: string) => {
    const question = within(await screen.findByRole('dialog', { name: title }))
    await actor.click(question.getByRole('button', { name: button }))
  }
  return { app, actor, act, answer }
}
const openList = (user = ada) => open('/system/indices', 'Default index set', user)
const openSet = (user = ada) => open(`/system/index_sets/${DEFAULT_SET.id}`, 'Next rotation', user)

test("the list shows each index set's size, rotation and retention", async () => {
  const { app } = await openList()
  using _ = app
  await screen.findByText(/7 indices, 20,130,000 messages, 2.3 GB/)
  const row = within(screen.getByRole('row', { name: /Default index set/ }))
  row.getByText('default')
  row.getByText('20 indices of 20,000,000 messages')
  within(screen.getByRole('row', { name: /Archive/ })).getByText('read-only')
})

test('an index set is deleted with its data, or its data is retained', async () => {
  const { app, act, actor, answer } = await openList()
  using _ = app
  app.server.on(deleteIndexSet, null)
  await act('Web', 'Delete')
  const title = 'Delete index set "Web"?'
  const question = within(await screen.findByRole('dialog', { name: title }))
  await actor.click(await question.findByRole('checkbox', { name: 'Remove all data for this index set?' }))
  await answer(title, 'Delete index set, retain its data')
  await screen.findByText("Successfully deleted index set 'Web'")
  expect(app.server.calls(deleteIndexSet).map(({ path }) => path)).toEqual([`/system/indices/index_sets/${WEB_SET.id}`])
})

test('the dialog explains why the default index set cannot be deleted', async () => {
  const { app, act } = await openList()
  using _ = app
  await act('Default index set', 'Delete')
  const question = within(await screen.findByRole('dialog', { name: 'Delete index set "Default index set"?' }))
  await question.findByText('It is the default index set. Set another one as default first.')
  expect(question.queryByRole('checkbox')).toBeNull()
})

test('another index set can become the default, unless it is read-only', async () => {
  const { app, act, actor } = await openList()
  using _ = app
  app.server.on(setDefaultIndexSet, WEB_SET)
  await act('Web', 'Set as default')
  await screen.findByText("Successfully set index set 'Web' as default")
  await actor.click(screen.getByRole('button', { name: 'Actions for Archive' }))
  const item = await screen.findByRole('menuitem', { name: 'Set as default' })
  expect(item.getAttribute('aria-disabled')).toBe('true')
})

test('a reader is offered no changes', async () => {
  const { app } = await openList({ ...ada, permissions: ['indices:read', 'indexsets:read'] })
  using _ = app
  expect(screen.queryByRole('link', { name: 'New index set' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Actions for Web' })).toBeNull()
})

test('an index set is created with the selected strategies', async () => {
  const { app, actor } = await open('/system/index_sets/create', 'Keep messages for')
  using _ = app
  app.server.on(createIndexSet, WEB_SET)
  const prefix = screen.getByRole('textbox', { name: /Index prefix/ })
  await actor.type(screen.getByRole('textbox', { name: /^Title/ }), 'Proxies')
  expect(prefix).toHaveProperty('value', 'proxies')
  await actor.clear(prefix)
  await actor.type(screen.getByRole('textbox', { name: /^Description/ }), 'All proxies')
  await actor.type(prefix, 'Proxy')
  await actor.click(screen.getByRole('button', { name: 'Advanced' }))
  await actor.click(await screen.findByRole('combobox', { name: /^Analyzer/ }))
  await actor.click(await screen.findByRole('option', { name: /^whitespace.*case-sensitive/ }))
  await actor.click(screen.getByRole('checkbox', { name: 'Use own rotation and retention strategies' }))
  await actor.selectOptions(screen.getByRole('combobox', { name: 'Rotation strategy' }), 'Index age')
  await actor.selectOptions(screen.getByRole('combobox', { name: 'Retention strategy' }), 'Do nothing')
  await actor.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('Invalid index prefix: must be lower case')
  expect(app.server.calls(createIndexSet)).toEqual([])
  await actor.clear(prefix)
  await actor.type(prefix, 'proxy')
  await actor.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText("Successfully created index set 'Proxies'")
  expect(app.server.calls(createIndexSet).map(({ body }) => body)).toEqual([
    {
      title: 'Proxies',
      description: 'All proxies',
      index_prefix: 'proxy',
      index_analyzer: 'whitespace',
      shards: 4,
      replicas: 0,
      index_optimization_max_num_segments: 1,
      index_optimization_disabled: false,
      field_type_refresh_interval: 5000,
      cold_after_days: null,
      rotation_strategy_class: ROTATION_CLASSES.time,
      rotation_strategy: { type: `${ROTATION_CLASSES.time}Config`, rotation_period: 'P1D' },
      retention_strategy_class: RETENTION_CLASSES.none,
      retention_strategy: { type: `${RETENTION_CLASSES.none}Config`, max_number_of_indices: 20 },
      writable: true,
      creation_date: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ])
  await screen.findByRole('heading', { level: 1, name: 'Indices and index sets' })
})

test('the days to keep messages become strategies, and say what they come to', async () => {
  const server = answering()
    .on(getIndexSet, { ...DEFAULT_SET, ...KEPT_14_DAYS })
    .on(updateIndexSet, DEFAULT_SET)
  using app = renderConsole({ path: `/system/index_sets/${DEFAULT_SET.id}/configuration`, user: ada, server })
  const actor = userEvent.setup({ pointerEventsCheck: 0 })
  const keep = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Keep messages for/ }, LOADING)
  expect(keep.value).toBe('14 days')
  await screen.findByText(/^About .* at today's rate/)
  await actor.clear(keep)
  await actor.type(keep, 'soon')
  await actor.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/^Enter a time such as 7 days/)
  await actor.clear(keep)
  await actor.type(keep, '7d')
  const cold = screen.getByRole('textbox', { name: /^Move to cold storage after/ })
  await actor.type(cold, '7')
  await actor.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Enter fewer days than messages are kept.')
  expect(app.server.calls(updateIndexSet)).toEqual([])
  await actor.type(cold, '{Backspace}3')
  await actor.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(app.server.calls(updateIndexSet)[0]?.body).toMatchObject({
      rotation_strategy: { rotation_period: 'P1D' },
      retention_strategy: { max_number_of_indices: 7 },
      cold_after_days: 3,
    }),
  )
})

test('switching strategies back restores the saved values', async () => {
  const { app, actor } = await open(`/system/index_sets/${DEFAULT_SET.id}/configuration`, 'Keep by time instead')
  using _ = app
  app.server.on(updateIndexSet, DEFAULT_SET)
  expect(screen.queryByRole('textbox', { name: /Index prefix/ })).toBeNull()
  await actor.type(screen.getByRole('textbox', { name: /^Description/ }), 'Everything else')
  await actor.click(screen.getByRole('button', { name: 'Advanced' }))
  const rotation = await screen.findByRole('combobox', { name: 'Rotation strategy' })
  await actor.selectOptions(rotation, 'Index age')
  await actor.clear(screen.getByRole('textbox', { name: /Rotation period/ }))
  await actor.type(screen.getByRole('textbox', { name: /Rotation period/ }), 'pt10m')
  await actor.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/invalid \(min 1 hour\)/)
  await actor.selectOptions(rotation, 'Message count')
  await actor.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText("Successfully updated index set 'Default index set'")
  expect(app.server.calls(updateIndexSet)[0]?.body).toMatchObject({
    description: 'Everything else',
    rotation_strategy_class: ROTATION_CLASSES.count,
    rotation_strategy: { max_docs_per_index: 20_000_000 },
  })
})

test("an index set's page lists its indices, newest first, and the details of those that are open", async () => {
  const { app, actor } = await openSet()
  using _ = app
  const rows = within(screen.getByRole('list', { name: 'Indices' })).getAllByRole('listitem')
  expect(rows.map((row) => /graylog_\d+/.exec(row.textContent ?? '')?.[0])).toEqual([
    'graylog_10',
    'graylog_9',
    'graylog_8',
    'graylog_7',
    'graylog_6',
  ])
  expect(rows[0]?.textContent).toContain('active write index')
  expect(rows[2]?.textContent).toMatch(/^graylog_8cold/)
  screen.getByText(/1.6 GB on the local disk, 700 MB in cold storage/)
  expect(rows[3]?.textContent).toContain('closed')
  expect(rows[4]?.textContent).toContain('reopened')
  screen.getByText('3,000,000 of 20,000,000')
  const asked = () => app.server.calls(getIndices).at(-1)?.body
  await actor.click(screen.getByRole('button', { name: 'Show details and actions of graylog_10' }))
  await screen.findByText('Segments')
  expect(asked()).toEqual({ indices: ['graylog_10'] })
  await actor.click(screen.getByRole('button', { name: 'Hide details and actions of graylog_10' }))
  await actor.click(screen.getByRole('button', { name: 'Show details and actions of graylog_9' }))
  await waitFor(() => expect(asked()).toEqual({ indices: ['graylog_9'] }))
})

test('indices are closed, reopened, deleted, and their ranges recalculated', async () => {
  const { app, actor, answer } = await openSet()
  using _ = app
  app.server.on(closeIndex, null).on(reopenIndex, null).on(deleteIndex, null).on(rebuildIndexRange, null)
  await actor.click(screen.getByRole('button', { name: 'Show details and actions of graylog_10' }))
  const close = screen.getByRole('button', { name: 'Close index' })
  expect(close.getAttribute('aria-disabled')).toBe('true')
  await actor.click(screen.getByRole('button', { name: 'Show details and actions of graylog_9' }))
  await actor.click(screen.getByRole('button', { name: 'Recalculate index ranges' }))
  await screen.findByText('Index ranges for graylog_9 will be recalculated shortly')
  await actor.click(screen.getAllByRole('button', { name: 'Close index' })[1] ?? close)
  await answer('Close index?', 'Close index')
  await screen.findByText('Index graylog_9 was closed')
  await actor.click(screen.getByRole('button', { name: 'Show details and actions of graylog_7' }))
  await actor.click(screen.getByRole('button', { name: 'Reopen index' }))
  await screen.findByText('Index graylog_7 was reopened')
  await actor.click(screen.getAllByRole('button', { name: 'Delete index' })[2] ?? close)
  await answer('Delete index?', 'Delete index')
  await screen.findByText('Index graylog_7 was deleted')
  expect(app.server.calls(deleteIndex).map(({ path }) => path)).toEqual(['/system/indexer/indices/graylog_7'])
})

test('rotating the write index and rebuilding ranges ask for confirmation', async () => {
  const { app, actor, answer } = await openSet()
  using _ = app
  app.server.on(cycle, null).on(rebuildIndexRangesOfSet, null)
  await actor.click(screen.getByRole('button', { name: 'Maintenance' }))
  await actor.click(await screen.findByRole('menuitem', { name: 'Rotate active write index' }))
  await answer('Rotate active write index?', 'Rotate active write index')
  await screen.findByText('The active write index was rotated')
  await actor.click(screen.getByRole('button', { name: 'Maintenance' }))
  await actor.click(await screen.findByRole('menuitem', { name: 'Recalculate index ranges' }))
  await answer('Recalculate index ranges?', 'Recalculate index ranges')
  await screen.findByText('Index ranges will be recalculated shortly')
  expect(app.server.calls(cycle).map(({ path }) => path)).toEqual([`/cluster/deflector/${DEFAULT_SET.id}/cycle`])
})

test('an unavailable message store is explained, and the page recovers automatically', async () => {
  const server = withIndexSets(quietServer()).outcome(getIndexerOverview, () => ({
    status: 503,
    body: { type: 'ApiError', message: 'The engine does not answer' },
  }))
  using _ = renderConsole({ path: `/system/index_sets/${DEFAULT_SET.id}`, user: ada, server })
  await screen.findByText('Indices overview unavailable', undefined, LOADING)
  screen.getByText('The engine does not answer')
  withIndexSets(server)
  await screen.findByText('Next rotation', undefined, LOADING)
})

test.each([
  { path: '/system/indices', ready: 'Web' },
  { path: '/system/index_sets/create', ready: pseudoMessage('Advanced') },
  { path: `/system/index_sets/${DEFAULT_SET.id}/configuration`, ready: pseudoMessage('Advanced') },
  { path: `/system/index_sets/${DEFAULT_SET.id}`, ready: pseudoMessage('Next rotation') },
])('all texts of $path come from the catalogues', async ({ path, ready }) => {
  using _ = renderConsole({ path, user: ada, language: 'pseudo', server: answering() })
  await screen.findAllByText(ready, undefined, LOADING)
  expect(escapedTexts(document.body)).toEqual([])
})
