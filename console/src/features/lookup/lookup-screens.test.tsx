import { createDataAdapter, queryDataAdapter } from '@logyard/contract/lookup/data-adapters'
import { createLookupCache, deleteLookupCache, validateLookupCache } from '@logyard/contract/lookup/lookup-caches'
import { getErrorStates } from '@logyard/contract/lookup/lookup-errors'
import {
  createLookupTable,
  getLookupTable,
  purgeLookupTable,
  queryLookupTable,
} from '@logyard/contract/lookup/lookup-tables'
import { deleteLookupValue, importLookupValues, putLookupValue } from '@logyard/contract/lookup/lookup-values'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { HOSTS, HOSTS_FILE, MEMORY, withLookup } from '../../testing/lookup-answers.ts'
import { ada, quietServer, renderConsole } from '../../testing/render-console.tsx'

// The whole console with every dialog is slow in jsdom.
vi.setConfig({ testTimeout: 40_000 })
const LOADING = { timeout: 10_000 }

const reader = { ...ada, permissions: ['lookuptables:read', 'inputs:edit'] }

async function open(path: string, heading: string | RegExp, user = ada) {
  const app = renderConsole({ path, user, server: withLookup(quietServer(user)) })
  const actor = userEvent.setup({ pointerEventsCheck: 0 })
  await screen.findByRole('heading', { level: 1, name: heading }, LOADING)
  const act = async (row: string, action: string) => {
    await actor.click(await screen.findByRole('button', { name: `Actions for ${row}` }))
    await actor.click(await screen.findByRole('menuitem', { name: action }))
  }
  const fill = async (label: string, text: string) => {
    const field = screen.getByLabelText(label, { exact: false, selector: 'input,textarea' })
    await actor.clear(field)
    await actor.type(field, text)
  }
  return { app, actor, act, fill }
}

test('a list shows what is wrong with a table while it is wrong', async () => {
  const { app, actor } = await open('/system/lookuptables', 'Lookup tables')
  using _ = app
  const row = within(await screen.findByRole('row', { name: /Teams/ }, LOADING))
  row.getByText('None')
  row.getByText('Team values')
  const fine = {
    tables: { hosts: '', teams: '' },
    caches: {},
    data_adapters: {},
    off: { tables: [], data_adapters: [] },
  }
  app.server.on(getErrorStates, { ...fine, tables: { hosts: 'no such file', teams: '' } })
  await actor.click(await screen.findByRole('button', { name: 'Lookup table problem: Hosts' }, LOADING))
  await screen.findByText('no such file')
  app.server.on(getErrorStates, {
    ...fine,
    tables: { hosts: 'The Tor service is disabled.', teams: '' },
    off: { tables: ['hosts'], data_adapters: [] },
  })
  await screen.findByRole('button', { name: 'Off: Hosts' }, LOADING)
  expect(screen.queryByRole('button', { name: /problem/ })).toBeNull()
  app.server.on(getErrorStates, fine)
  await waitFor(() => expect(screen.queryByRole('button', { name: /problem/ })).toBeNull(), LOADING)
})

test('a reader is offered no changes, but tests', async () => {
  const { app } = await open('/system/lookuptables', 'Lookup tables', reader)
  using _ = app
  await screen.findByRole('row', { name: /Teams/ }, LOADING)
  expect(screen.queryByRole('link', { name: 'New lookup table' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Actions for Teams' })).toBeNull()
})

test('the form of a table that may not be edited is not shown', async () => {
  const { app } = await open('/system/lookuptables/table/hosts/edit', /Edit lookup table/, reader)
  using _ = app
  await screen.findByText('You may not change this.')
  expect(screen.queryByRole('form')).toBeNull()
})

test('the name of a new cache follows its title until it is edited', async () => {
  const { app, actor, fill } = await open('/system/lookuptables/caches/create', 'New cache')
  using _ = app
  await actor.click(await screen.findByRole('button', { name: /^Node-local, in-memory cache/ }, LOADING))
  await fill('Title', 'Fast one!')
  const name = screen.getByLabelText<HTMLInputElement>('Name', { exact: false, selector: 'input' })
  expect(name.value).toBe('fast-one-')
  await fill('Name', 'fast')
  await fill('Title', 'Faster')
  expect(name.value).toBe('fast')
  await actor.click(screen.getByRole('checkbox', { name: 'Expire after access' }))
  app.server.on(createLookupCache, MEMORY)
  await actor.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByRole('heading', { level: 1, name: 'Caches' }, LOADING)
  expect(app.server.calls(createLookupCache)[0]?.body).toEqual({
    title: 'Faster',
    description: '',
    name: 'fast',
    config: {
      type: 'guava_cache',
      max_size: 1000,
      expire_after_access: 0,
      expire_after_access_unit: null,
      expire_after_write: 0,
      expire_after_write_unit: null,
    },
  })
})

test('what the server says against a cache is shown at its field, while the user types', async () => {
  const { app, actor, fill } = await open('/system/lookuptables/caches/create', 'New cache')
  using _ = app
  app.server.on(validateLookupCache, {
    failed: true,
    errors: { name: ['The cache name is already in use.'] },
    error_context: {},
  })
  await actor.click(await screen.findByRole('button', { name: /^Do not cache values/ }, LOADING))
  await fill('Title', 'Memory')
  await screen.findByText('The cache name is already in use.', undefined, LOADING)
  expect(screen.getByLabelText('Name', { exact: false, selector: 'input' }).getAttribute('aria-invalid')).toBe('true')
})

test('the cache of a table is not deleted, and the toast says why', async () => {
  const { app, actor, act } = await open('/system/lookuptables/caches', 'Caches')
  using _ = app
  app.server.outcome(deleteLookupCache, () => ({
    status: 400,
    body: { type: 'ApiError', message: 'The cache is still in use, cannot delete.' },
  }))
  await act('Memory', 'Delete')
  await actor.click(await screen.findByRole('button', { name: 'Delete cache' }))
  await screen.findByText(`Could not delete lookup table cache "${MEMORY.id}"`)
  await screen.findByText(/The cache is still in use, cannot delete\./)
})

test('a data adapter that is missing is created without losing the form of the table', async () => {
  const { app, actor, fill } = await open('/system/lookuptables/create?from=adapter', 'New lookup table')
  using _ = app
  await fill('Title', 'Hosts by IP')
  await actor.click(screen.getByRole('button', { name: 'New data adapter' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New data adapter' }, LOADING))
  await actor.click(await dialog.findByRole('button', { name: /^CSV File/ }, LOADING))
  await actor.type(dialog.getByLabelText('Title', { exact: false }), 'Hosts file')
  await actor.type(dialog.getByLabelText('File path', { exact: false }), '/data/hosts.csv')
  app.server.on(createDataAdapter, HOSTS_FILE)
  await actor.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), LOADING)
  expect(screen.getByDisplayValue('Hosts file (hosts-file)')).toBeTruthy()
  expect(screen.getByDisplayValue('hosts-by-ip')).toBeTruthy()
  await actor.click(screen.getByRole('combobox', { name: 'Cache' }))
  await actor.click(await screen.findByRole('option', { name: 'Memory (memory)' }))
  await actor.click(screen.getByRole('checkbox', { name: 'Enable single default value' }))
  app.server.outcome(createLookupTable, () => ({
    status: 400,
    body: [{ message: 'must be shorter', message_template: '{x}', path: 'create.arg0.title', invalid_value: '' }],
  }))
  await actor.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findAllByText(/must be shorter/)
  expect(screen.queryByText('Could not create lookup table "hosts-by-ip"')).toBeNull()
  expect(app.server.calls(createLookupTable)[0]?.body).toMatchObject({
    title: 'Hosts by IP',
    name: 'hosts-by-ip',
    cache_id: MEMORY.id,
    data_adapter_id: HOSTS_FILE.id,
    default_single_value_type: 'STRING',
  })
})

test('a table is tested and purged on its page', async () => {
  const { app, actor } = await open('/system/lookuptables/table/hosts', /Lookup table/, reader)
  using _ = app
  const tried = within(screen.getByRole('form', { name: 'Test lookup' }))
  app.server.outcome(queryLookupTable, () => ({
    status: 200,
    body: { single_value: null, multi_value: null, string_list_value: null, has_error: true, ttl: 5000 },
  }))
  await actor.type(tried.getByLabelText('Key', { exact: false }), '10.0.0.1{Enter}')
  await screen.findByText('The lookup failed.')
  await screen.findByText(/"ttl": 5000/)
  app.server.outcome(queryLookupTable, () => ({ status: 500, body: { type: 'ApiError', message: 'boom' } }))
  await actor.click(tried.getByRole('button', { name: 'Look up' }))
  await screen.findByText('Could not lookup value for key "10.0.0.1" in lookup table "hosts"')
  app.server.on(purgeLookupTable, null)
  await actor.click(screen.getByRole('button', { name: 'Purge all' }))
  await screen.findByText('Purging cache for lookup table "hosts"')
  await actor.type(within(screen.getByRole('form', { name: 'Purge cache' })).getByLabelText('Key'), 'x{Enter}')
  await screen.findByText('Purging cache key "x" for lookup table "hosts"')
  expect(app.server.calls(purgeLookupTable).map(({ query }) => query.get('key'))).toEqual([null, 'x'])
})

test('a table that is gone is not found', async () => {
  const server = withLookup(quietServer()).outcome(getLookupTable, () => ({
    status: 404,
    body: { type: 'ApiError', message: 'HTTP 404 Not Found' },
  }))
  using _ = renderConsole({ path: `/system/lookuptables/table/${HOSTS.name}`, user: ada, server })
  await screen.findByText('Could not retrieve lookup table', undefined, LOADING)
  await screen.findByRole('heading', { level: 1, name: 'Page not found' })
})

test('values that Logyard keeps are added, deleted and imported', async () => {
  const { app, actor, act } = await open('/system/lookuptables/data_adapter/team-values', /Data adapter/)
  using _ = app
  await screen.findByRole('row', { name: /ada web/ }, LOADING)
  const stored = { key: 'bob', value: 17, updated_at: '2026-03-01T08:00:00.000Z', expires_at: null }
  app.server.on(putLookupValue, stored).on(deleteLookupValue, null)
  await actor.click(screen.getByRole('button', { name: 'New value' }))
  const form = within(await screen.findByRole('dialog', { name: 'New value' }, LOADING))
  await actor.click(form.getByRole('button', { name: 'Create' }))
  expect(await form.findAllByText('Required')).toHaveLength(2)
  await actor.type(form.getByLabelText('Key', { exact: false }), 'bob')
  await actor.tab()
  expect(document.activeElement).toBe(form.getByLabelText('Value'))
  await actor.selectOptions(form.getByLabelText('Type of value'), 'Number')
  await actor.type(form.getByLabelText('Value'), '17')
  await actor.selectOptions(form.getByLabelText('Expires'), 'After a time')
  await actor.click(form.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), LOADING)
  expect(app.server.calls(putLookupValue)[0]?.body).toEqual({ key: 'bob', value: 17, ttl_seconds: 3600 })
  await act('ada', 'Delete')
  await actor.click(await screen.findByRole('button', { name: 'Delete value' }))
  await waitFor(() => expect(app.server.calls(deleteLookupValue)[0]?.query.get('key')).toBe('ada'))
  await actor.click(screen.getByRole('button', { name: 'Import CSV' }))
  const file = within(await screen.findByRole('dialog', { name: 'Import CSV' }, LOADING))
  app.server.outcome(importLookupValues, () => ({
    status: 400,
    body: { type: 'ApiError', message: 'Line 2: no key' },
  }))
  await actor.type(file.getByLabelText('CSV'), 'key,value')
  await actor.click(file.getByRole('button', { name: 'Import values' }))
  await file.findByText(/Line 2: no key/)
  app.server.on(importLookupValues, { added: 1, changed: 2, deleted: 0 })
  await actor.click(file.getByRole('button', { name: 'Import values' }))
  await screen.findByText('1 added, 2 changed, 0 deleted')
})

test('a reader sees the values and tests the data adapter', async () => {
  const { app, actor } = await open('/system/lookuptables/data_adapter/team-values', /Data adapter/, reader)
  using _ = app
  await screen.findByRole('row', { name: /ada web/ }, LOADING)
  expect(screen.queryByRole('button', { name: 'New value' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  app.server.outcome(queryDataAdapter, () => ({
    status: 200,
    body: { single_value: 'web', multi_value: null, string_list_value: null, has_error: false, ttl: 0 },
  }))
  await actor.type(
    within(screen.getByRole('form', { name: 'Test lookup' })).getByLabelText('Key', { exact: false }),
    'ada{Enter}',
  )
  await screen.findByText(/"single_value": "web"/)
})
