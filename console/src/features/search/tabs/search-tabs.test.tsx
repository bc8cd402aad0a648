import { listFields } from '@logyard/contract/fields/search-fields'
import { getSearchesConfig } from '@logyard/contract/search/searches-config'
import { listStreams } from '@logyard/contract/streams/streams'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createDrafts } from '../../../base/drafts/drafts.ts'
import { ada, quietServer, renderConsole } from '../../../testing/render-console.tsx'
import { withSearches } from '../../../testing/search-answers.ts'
import { aStream, PAYMENTS } from '../../../testing/streams-answers.ts'
import { searchTabsOf } from './search-tabs.ts'

beforeAll(async () => {
  await Promise.all([import('../../../app/signed-in-app.tsx'), import('../search-screen.tsx')])
})

beforeEach(() => {
  window.localStorage.clear()
  window.sessionStorage.clear()
})

function open(path: string) {
  const server = quietServer(ada)
    .on(listStreams, { total: 1, streams: [aStream(PAYMENTS)] })
    .on(getSearchesConfig, {
      query_time_range_limit: 'PT0S',
      relative_timerange_options: {},
      surrounding_timerange_options: {},
      surrounding_filter_fields: [],
      analysis_disabled_fields: [],
    })
    .on(listFields, [])
  const engine = withSearches(server)
  const user = userEvent.setup({ delay: null })
  const page = renderConsole({ path, user: ada, server })
  return { engine, user, [Symbol.dispose]: () => page[Symbol.dispose]() }
}

const strip = () => screen.findByRole('navigation', { name: 'Open searches' })
const names = async () =>
  within(await strip())
    .getAllByRole('link')
    .map((link) => link.title)
const isShown = (name: string) => waitFor(async () => expect((await tab(name)).ariaCurrent ?? '').toBe('page'))
const tab = async (name: string) => within(await strip()).findByTitle<HTMLAnchorElement>(name)
const query = () => new URLSearchParams(window.location.search).get('q')

async function search({ user }: ReturnType<typeof open>, text: string) {
  const field = await screen.findByRole('textbox', { name: 'Query' })
  await user.clear(field)
  await user.type(field, `${text}{Enter}`)
  await waitFor(() => expect(query()).toBe(text))
}

const newTab = async ({ user }: ReturnType<typeof open>) =>
  user.click(await screen.findByRole('button', { name: 'New tab' }))

test('searches stay open in tabs, only the shown one runs, and Back shows the one before', async () => {
  using page = open('/search')
  await search(page, 'alpha')
  await newTab(page)
  await waitFor(() => expect(query()).toBe(''))
  await search(page, 'beta')
  expect(await names()).toEqual(['alpha', 'beta'])
  const before = page.engine.executions.length
  await page.user.click(await tab('alpha'))
  await waitFor(() => expect(query()).toBe('alpha'))
  await waitFor(() => expect(page.engine.executions).toHaveLength(before + 1))
  await isShown('alpha')
  window.history.back()
  await waitFor(() => expect(query()).toBe('beta'))
  await isShown('beta')
  expect(await names()).toEqual(['alpha', 'beta'])
})

test('a tab gets a name, moves, and is closed; the last one needs no strip', async () => {
  using page = open('/search')
  await search(page, 'alpha')
  await newTab(page)
  await search(page, 'beta')
  await page.user.dblClick(await tab('beta'))
  await page.user.keyboard('Payments{Enter}')
  expect(await names()).toEqual(['alpha', 'Payments'])
  ;(await tab('Payments')).focus()
  await page.user.keyboard('{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}')
  expect(await names()).toEqual(['Payments', 'alpha'])
  await page.user.pointer({ keys: '[MouseMiddle]', target: await tab('Payments') })
  await waitFor(() => expect(query()).toBe('alpha'))
  expect(screen.queryByRole('navigation', { name: 'Open searches' })).toBeNull()
})

/** A tab of the browser. */
function openBrowserTab() {
  const drafts = createDrafts({
    tabStorage: () => window.sessionStorage,
    browserStorage: () => window.localStorage,
    userId: 'ada',
    now: () => Date.parse('2026-03-01T09:00:00Z'),
    newId: () => crypto.randomUUID(),
  })
  return { drafts, tabs: searchTabsOf(drafts) }
}

const shown = (id: string) => ({ id, link: `/search?q=${id}`, subject: 'search', label: id, isTouched: true })

test('a reload keeps the tabs, and the first page of the next tab of the browser takes them over, once', () => {
  const { drafts, tabs } = openBrowserTab()
  tabs.show({ ...shown('a'), content: 'widgets' })
  tabs.show(shown('b'))
  expect(openBrowserTab().tabs.tabs()).toEqual(tabs.tabs())
  expect(openBrowserTab().tabs.takeLeft()).toBeUndefined()
  drafts.setLeft(true)
  window.sessionStorage.clear()
  const next = openBrowserTab()
  expect(next.tabs.takeLeft()?.id).toBe('b')
  const [first] = next.tabs.tabs()
  if (first !== undefined) next.tabs.prepare(first)
  expect(next.drafts.findById('a')?.content).toBe('widgets')
  window.sessionStorage.clear()
  expect(openBrowserTab().tabs.takeLeft()).toBeUndefined()
})

test('a single search that a closed tab left is not taken over', () => {
  const { drafts, tabs } = openBrowserTab()
  tabs.show(shown('a'))
  drafts.setLeft(true)
  window.sessionStorage.clear()
  expect(openBrowserTab().tabs.takeLeft()).toBeUndefined()
})
