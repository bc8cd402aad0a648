import { listFields } from '@logyard/contract/fields/search-fields'
import { validateQuery } from '@logyard/contract/search/search-validation'
import { getSearch, type Search } from '@logyard/contract/search/searches'
import { listStreams } from '@logyard/contract/streams/streams'
import {
  createView,
  deleteView,
  getView,
  listSavedSearches,
  updateView,
  type View,
  type ViewDraft,
} from '@logyard/contract/views/views'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { ada, quietServer, renderConsole } from '../../../testing/render-console.tsx'
import { withSearches } from '../../../testing/search-answers.ts'
import { aStream, PAYMENTS } from '../../../testing/streams-answers.ts'
import { randomIds } from '../../../view-document/model/random-ids.ts'
import { newSearch } from '../editing/search-document.ts'

// Loads the page's code once, so that the tests do not wait for it.
beforeAll(async () => {
  await Promise.all([import('../../../app/signed-in-app.tsx'), import('../search-screen.tsx')])
  await Promise.all([import('../../../widgets/grid/widget-grid.tsx'), import('./load-dialog.tsx')])
})

const VIEW_ID = '5f00000000000000000000aa'
const fresh = newSearch(
  { streamId: undefined, decorators: [], titles: { messageCount: 'Message count', allMessages: 'All messages' } },
  randomIds,
)
const SEARCH: Search = {
  id: '5f00000000000000000000bb',
  queries: [
    {
      id: fresh.queryId,
      query: { type: 'elasticsearch', query_string: 'level:3' },
      timerange: { type: 'relative', range: 900 },
      filter: { type: 'or', filters: [{ type: 'stream', id: PAYMENTS.id }] },
      search_types: [],
    },
  ],
  parameters: [],
  requires: {},
  owner: 'ada',
  created_at: '2026-03-01T09:00:00.000Z',
}
const VIEW: View = {
  id: VIEW_ID,
  type: 'SEARCH',
  title: 'Payments',
  summary: 'What fails',
  description: '',
  search_id: SEARCH.id,
  properties: [],
  requires: {},
  state: { [fresh.queryId]: fresh.page },
  owner: 'ada',
  created_at: '2026-03-01T09:00:00.000Z',
  last_updated_at: '2026-03-01T09:00:00.000Z',
}

function open(path: string, user = ada) {
  const server = quietServer(user)
    .on(listStreams, { total: 1, streams: [aStream(PAYMENTS)] })
    // The last registration wins, and the path of the fields also matches that of a view.
    .outcome(getView, ({ path }) => ({ status: 200, body: { ...VIEW, id: path.split('/').at(-1) } }))
    .on(listFields, [])
    .on(validateQuery, { status: 'OK', explanations: [] })
    .on(listSavedSearches, {
      total: 1,
      count: 1,
      page: 1,
      per_page: 5,
      grand_total: 1,
      views: [VIEW],
    })
    .outcome(updateView, ({ body }) => ({ status: 200, body: { ...VIEW, title: (body as ViewDraft).title } }))
    .outcome(createView, ({ body }) => ({ status: 200, body: { ...VIEW, id: (body as ViewDraft).id } }))
    .on(deleteView, VIEW)
  const engine = withSearches(server)
  server.on(getSearch, SEARCH)
  const page = renderConsole({ path, user, server })
  return {
    server,
    engine,
    user: userEvent.setup({ delay: null }),
    lastQuery: () => [...engine.stored.values()].at(-1)?.queries?.[0],
    [Symbol.dispose]: () => page[Symbol.dispose](),
  }
}

const query = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Query' })
const star = (name: string) => screen.findByRole('button', { name })

test('a saved search opens with its query, and its query is written to the address', async () => {
  using page = open(`/search/${VIEW_ID}`)
  await waitFor(() => expect(page.engine.executions).toHaveLength(1))
  expect((await query()).value).toBe('level:3')
  expect(page.lastQuery()).toMatchObject({
    timerange: { type: 'relative', range: 900 },
    filter: { type: 'or', filters: [{ type: 'stream', id: PAYMENTS.id }] },
  })
  expect(new URLSearchParams(window.location.search).get('streams')).toBe(PAYMENTS.id)
  expect(await star('Saved search')).toBeDefined()
})

test('a query in the link overrides the saved one and counts as an unsaved change', async () => {
  using page = open(`/search/${VIEW_ID}?q=level:4`)
  await waitFor(() => expect(page.lastQuery()?.query.query_string).toBe('level:4'))
  expect(page.lastQuery()?.timerange).toEqual({ type: 'relative', range: 900 })
  expect(await star('Unsaved changes')).toBeDefined()
})

test('saving stores first the search and then the view, and clears the unsaved mark', async () => {
  using page = open(`/search/${VIEW_ID}`)
  await page.user.clear(await query())
  await page.user.type(await query(), 'level:5{Enter}')
  await page.user.click(await star('Unsaved changes'))
  await page.user.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saving view "Payments" was successful!')).toBeDefined()
  const [request] = page.server.calls(updateView)
  const draft = request?.body as ViewDraft
  expect(draft).toMatchObject({ type: 'SEARCH', title: 'Payments', summary: 'What fails' })
  expect(request?.query.get('last_updated_at')).toBe(VIEW.last_updated_at)
  const stored = page.engine.stored.get(draft.search_id)
  expect(stored?.queries?.[0]?.query.query_string).toBe('level:5')
  const types = stored?.queries?.[0]?.search_types?.map(({ id }) => id).sort()
  const mapping = draft.state[fresh.queryId]?.widget_mapping ?? {}
  expect(Object.values(mapping).flat().sort()).toEqual(types)
  expect(await star('Saved search')).toBeDefined()
})

test('the save shortcut saves under the current title, and asks for a title if the search is new', async () => {
  {
    using page = open(`/search/${VIEW_ID}`)
    await page.user.clear(await query())
    await page.user.type(await query(), 'level:5{Enter}')
    await star('Unsaved changes')
    await page.user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText('Saving view "Payments" was successful!')).toBeDefined()
    expect(page.server.calls(updateView)[0]?.body).toMatchObject({ title: 'Payments', summary: 'What fails' })
  }
  using page = open('/search')
  await page.user.type(await query(), 'level:5')
  await star('Save search')
  await page.user.keyboard('{Control>}s{/Control}')
  expect(await screen.findByRole('textbox', { name: 'Name of search' })).toBeDefined()
})

test('a user who may not edit the search can only save a copy under another title', async () => {
  const bob = { ...ada, username: 'bob', permissions: [`view:read:${VIEW_ID}`, `streams:read:${PAYMENTS.id}`] }
  using page = open(`/search/${VIEW_ID}`, bob)
  await page.user.click(await star('Saved search'))
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  const create = await screen.findByRole('button', { name: 'Create new' })
  expect(create.hasAttribute('disabled')).toBe(true)
  await page.user.type(screen.getByRole('textbox', { name: 'Name of search' }), ' of Bob')
  await page.user.click(create)
  await waitFor(() => expect(page.server.calls(createView)).toHaveLength(1))
  const draft = page.server.calls(createView)[0]?.body as ViewDraft
  expect(draft).toMatchObject({ type: 'SEARCH', title: 'Payments of Bob' })
  await waitFor(() => expect(window.location.pathname).toBe(`/search/${draft.id}`))
})

test('after saving a new search by keyboard, the focus is on the star', async () => {
  using page = open('/search')
  await page.user.type(await query(), 'level:5{Enter}')
  ;(await star('Save search')).focus()
  await page.user.keyboard('{Enter}')
  await page.user.type(await screen.findByRole('textbox', { name: 'Name of search' }), 'Errors{Enter}')
  await waitFor(() => expect(window.location.pathname).toMatch(/^\/search\/[0-9a-f]{24}$/))
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^(Saved search|Unsaved)/))
})

test('deleting the open search in the list opens a new search', async () => {
  using page = open(`/search/${VIEW_ID}`)
  await page.user.click(await screen.findByRole('button', { name: 'Open a saved search' }))
  const dialog = await screen.findByRole('dialog', { name: 'Open a saved search' })
  await page.user.click(await within(dialog).findByRole('button', { name: 'Actions for Payments' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Delete saved search' }))
  expect(await screen.findByText(/You are about to delete saved search: "/)).toBeDefined()
  await page.user.click(await screen.findByRole('button', { name: 'Delete saved search' }))
  await waitFor(() => expect(window.location.pathname).toBe('/search'))
  expect(page.server.calls(deleteView)).toHaveLength(1)
  expect((await query()).value).toBe('')
})

test('title, summary and description of a saved search are edited in one dialog', async () => {
  using page = open(`/search/${VIEW_ID}`)
  await page.user.click(await screen.findByRole('button', { name: 'More actions' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Edit details' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit saved search' })
  await page.user.type(within(dialog).getByRole('textbox', { name: /^Title/ }), ' of today')
  await page.user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saving view "Payments of today" was successful!')).toBeDefined()
})
