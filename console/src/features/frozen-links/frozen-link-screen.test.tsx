import { type OpenedFrozenLink, openFrozenLink } from '@logyard/contract/search/frozen-links'
import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { ada, quietServer, renderConsole } from '../../testing/render-console.tsx'

// Loads the page's code once, so that the tests do not wait for it.
beforeAll(async () => {
  await Promise.all([import('../../app/signed-in-app.tsx'), import('./frozen-link-screen.tsx')])
})

const OPENED: OpenedFrozenLink = {
  link: {
    id: '5f00000000000000000000aa',
    note: 'This is why\ncheckout failed',
    query: 'service:checkout',
    filters: ['off:level'],
    streams: [],
    timerange: { type: 'absolute', from: '2026-03-01T08:00:00.000Z', to: '2026-03-01T09:00:00.000Z' },
    columns: ['timestamp', 'source', 'message'],
    message_count: 20,
    created_by: 'grace',
    created_at: '2026-03-01T09:05:00.000Z',
  },
  messages: [
    {
      index: 'shop_1',
      message: {
        _id: 'a',
        timestamp: '2026-03-01T08:30:00.000Z',
        source: 'web-1',
        message: 'payment refused',
        streams: [],
      },
      highlight_ranges: {},
      decoration_stats: null,
    },
  ],
  gone: [{ index: 'shop_0', count: 3, reason: 'retention', at: '2026-03-08T09:00:00.000Z' }],
  unreadable_count: 2,
  may_delete: false,
}

const open = (opened: OpenedFrozenLink) =>
  renderConsole({ path: `/frozen/${opened.link.id}`, user: ada, server: quietServer(ada).on(openFrozenLink, opened) })

test('a frozen link shows its note and messages, and says what is gone and what may not be read', async () => {
  using _page = open(OPENED)
  expect((await screen.findByText(/checkout failed/)).textContent).toBe('This is why\ncheckout failed')
  expect(screen.getByText(/^Frozen by/).textContent).toContain('grace')
  const told = screen.getByRole('status', { name: '' })
  expect(told.textContent).toContain('3 of 20 messages deleted since')
  expect(told.textContent).toContain('3: index shop_0 was removed by retention')
  expect(told.textContent).toContain('You may not read 2 messages of this link.')
  const table = screen.getByRole('table', { name: 'Messages' })
  expect(within(table).getByRole('link').getAttribute('href')).toBe('/messages/shop_1/a')
  expect(within(table).getByText('payment refused')).toBeDefined()
  const search = new URL(screen.getByRole('link', { name: 'Open this search' }).getAttribute('href') ?? '', 'http://x')
  expect(search.searchParams.get('from')).toBe('2026-03-01T08:00:00.000Z')
  expect(search.searchParams.getAll('filter')).toEqual(['on:off:level'])
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

test('a link of which nothing is missing says nothing about that', async () => {
  using _page = open({ ...OPENED, gone: [], unreadable_count: 0, may_delete: true })
  await screen.findByRole('button', { name: 'Delete' })
  expect(screen.queryByText(/deleted since|may not read/)).toBeNull()
})
