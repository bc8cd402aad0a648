import { listFields } from '@logyard/contract/fields/search-fields'
import { OFF_FILTER } from '@logyard/contract/search/search-types'
import { validateQuery } from '@logyard/contract/search/search-validation'
import { listStreams } from '@logyard/contract/streams/streams'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { ada, quietServer, renderConsole } from '../../../testing/render-console.tsx'
import { withSearches } from '../../../testing/search-answers.ts'
import { aStream, PAYMENTS } from '../../../testing/streams-answers.ts'

// Loads the page's code once, so that the tests do not wait for it.
beforeAll(async () => {
  await Promise.all([import('../../../app/signed-in-app.tsx'), import('../search-screen.tsx')])
  await Promise.all([import('../../../widgets/grid/widget-grid.tsx'), import('./filter-pills.tsx')])
})
afterEach(() => window.localStorage.clear())

function open(path: string) {
  const server = quietServer(ada)
    .on(listStreams, { total: 1, streams: [aStream(PAYMENTS)] })
    .on(listFields, [])
    .on(validateQuery, { status: 'OK', explanations: [] })
  const engine = withSearches(server)
  const page = renderConsole({ path, user: ada, server })
  const user = userEvent.setup({ delay: null })
  return {
    [Symbol.dispose]: () => page[Symbol.dispose](),
    user,
    async choose(filter: string, action: string) {
      await user.click(await screen.findByRole('button', { name: `Filter ${filter}` }))
      await user.click(await screen.findByRole('menuitem', { name: action }))
    },
    /** The filter of the newest search. */
    sent: () => [...engine.stored.values()].at(-1)?.queries?.[0]?.filter,
  }
}
const only = (query: string) => ({ type: 'query_string', query })

test('a filter is excluded, switched off and removed by its menu, and the link follows', async () => {
  using page = open('/search?q=x&filter=source:web')
  await screen.findByRole('button', { name: 'Filter source: web' })
  await waitFor(() => expect(page.sent()).toEqual(only('source:web')))
  await page.choose('source: web', 'Exclude matches')
  await waitFor(() => expect(page.sent()).toEqual(only('NOT source:web')))
  await page.choose('not source: web', 'Switch off')
  await waitFor(() => expect(page.sent()).toEqual({ type: OFF_FILTER, query: 'NOT source:web' }))
  expect(new URLSearchParams(window.location.search).getAll('filter')).toEqual(['off:NOT source:web'])
  await page.user.click(screen.getByRole('button', { name: 'Remove filter source: web' }))
  await waitFor(() => expect(page.sent()).toBeUndefined())
  expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull()
})

test('field and value of a filter are edited, or its query if it says more', async () => {
  using page = open('/search?q=&filter=source:web&filter=a:b OR c:d')
  await page.choose('source: web', 'Edit filter')
  const value = await screen.findByRole('textbox', { name: 'Value' })
  await page.user.clear(value)
  await page.user.type(value, 'web one{Enter}')
  const first = only('source:"web one"')
  await waitFor(() => expect(page.sent()).toEqual({ type: 'and', filters: [first, only('a:b OR c:d')] }))
  await page.choose('a:b OR c:d', 'Edit filter')
  const dialog = await screen.findByRole('dialog', { name: 'Edit filter' })
  const text = within(dialog).getByRole('textbox', { name: 'Query' })
  await page.user.type(text, ' AND (')
  expect(within(dialog).getByRole('button', { name: 'Apply filter' }).hasAttribute('disabled')).toBe(true)
  await page.user.type(text, 'e:f)')
  await page.user.click(within(dialog).getByText('is not'))
  await page.user.click(within(dialog).getByRole('button', { name: 'Apply filter' }))
  const second = only('NOT (a:b OR c:d AND (e:f))')
  await waitFor(() => expect(page.sent()).toEqual({ type: 'and', filters: [first, second] }))
})

test('a pinned filter applies to other searches too, until it is unpinned', async () => {
  const key = 'pinnedFilters.ada'
  const stored = () => window.localStorage.getItem(key) ?? ''
  let kept: string
  {
    using page = open('/search?q=&filter=source:web')
    await page.choose('source: web', 'Pin to all searches')
    await screen.findByRole('button', { name: 'Filter source: web, pinned' })
    kept = stored()
  }
  using page = open('/search')
  // A test starts with an empty browser.
  window.localStorage.setItem(key, kept)
  await screen.findByRole('button', { name: 'Filter source: web, pinned' })
  await waitFor(() => expect(page.sent()).toEqual(only('source:web')))
  expect(new URLSearchParams(window.location.search).getAll('filter')).toEqual(['source:web'])
  await page.choose('source: web, pinned', 'Exclude matches')
  await waitFor(() => expect(stored()).toContain('NOT source:web'))
  await page.choose('not source: web, pinned', 'Unpin')
  await screen.findByRole('button', { name: 'Filter not source: web' })
  expect(stored()).toBe('[]')
})

test('a filter moves into the text of the query', async () => {
  using page = open('/search?q=x&filter=a:b OR c:d')
  await page.choose('a:b OR c:d', 'Write into the query')
  const query = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Query' })
  await waitFor(() => expect(query.value).toBe('x AND (a:b OR c:d)'))
  await waitFor(() => expect(page.sent()).toBeUndefined())
})
