import { rounds } from '@logyard/server/testing/rounds'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/logyard.ts'
import { count, histogram, makeDashboard } from '../fixtures/made-dashboard.ts'
import { dashboardPage } from '../pages/dashboards.ts'

/** At most one a second. */
const REFRESHES = rounds(8, 500)
const MOST_GROWTH_BYTES = 8_000_000

const chart = (place: number) =>
  histogram(`Widget ${place}`, { col: 1 + 3 * (place % 4), row: 1 + 2 * Math.floor(place / 4), width: 3, height: 2 })

/** The search requests of a page, and how many of them were concurrent. */
function watchSearches(page: Page) {
  const seen = { executions: 0, stored: 0, running: 0, most: 0, asked: new Set<number>() }
  page.on('request', (request) => {
    if (request.url().endsWith('/execute')) {
      seen.executions += 1
      seen.running += 1
      seen.most = Math.max(seen.most, seen.running)
    }
    if (request.method() === 'POST' && request.url().endsWith('/views/search')) {
      seen.stored += 1
      seen.asked.add(request.postDataJSON().queries[0].search_types.length)
    }
  })
  page.on('response', (response) => {
    if (response.url().endsWith('/execute')) seen.running -= 1
  })
  return seen
}

async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize
  } finally {
    await session.detach()
  }
}

const becomes = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)

test('twelve widgets refreshed every second run one job at a time without growing the heap, and stop in a hidden tab', async ({
  logyard,
  page,
}) => {
  test.setTimeout(REFRESHES * 3000 + 240_000)
  const widgets = Array.from({ length: 12 }, (_, place) => chart(place))
  const { id } = await makeDashboard(logyard, [widgets, [count('Elsewhere', '')]])
  await logyard.signIn(page, logyard.admin)
  const seen = watchSearches(page)
  const dashboard = dashboardPage(page)
  await dashboard.open(id)
  await expect(page.locator('canvas')).toHaveCount(12)
  await dashboard.bar.getByRole('button', { name: 'Start auto-refresh' }).click()
  await expect.poll(() => seen.executions).toBeGreaterThan(4)

  const before = await heapBytes(page)
  const [executed, startedAt] = [seen.executions, performance.now()]
  const refreshed = () => seen.executions - executed
  await expect.poll(refreshed, { timeout: REFRESHES * 3000 + 60_000 }).toBeGreaterThanOrEqual(REFRESHES)
  expect(refreshed()).toBeLessThanOrEqual((performance.now() - startedAt) / 1000 + 1)
  expect(seen.most).toBe(1)
  // One search, for the open page only, executed repeatedly.
  expect(seen.stored).toBe(1)
  expect(seen.asked).toEqual(new Set([12]))
  expect((await heapBytes(page)) - before).toBeLessThan(MOST_GROWTH_BYTES)

  // Timers that are set before this can be neither moved nor cleared.
  await dashboard.bar.getByRole('button', { name: 'Stop auto-refresh' }).click()
  await page.clock.install()
  await dashboard.bar.getByRole('button', { name: 'Start auto-refresh' }).click()
  const installed = seen.executions
  await expect.poll(() => seen.executions).toBeGreaterThan(installed + 1)
  await becomes(page, 'hidden')
  // A refresh may have begun before; its request is seen before this one.
  await page.evaluate(() => fetch('api/system/lbstatus'))
  await expect.poll(() => seen.running).toBe(0)
  const hidden = seen.executions
  await page.clock.runFor(10_000)
  // A request of the page itself comes after every request that the timers made.
  await page.evaluate(() => fetch('api/system/lbstatus'))
  expect(seen.executions).toBe(hidden)
  await becomes(page, 'visible')
  await expect.poll(() => seen.executions).toBeGreaterThan(hidden)
})

test('a change executes only the changed widget, and a visual change executes nothing', async ({ logyard, page }) => {
  const { id } = await makeDashboard(logyard, [[count('One', ''), count('Two', '')]])
  await logyard.signIn(page, logyard.admin)
  const seen = watchSearches(page)
  const dashboard = dashboardPage(page)
  await dashboard.open(id)
  await expect(dashboard.widget('Two')).toContainText(/\d/)
  expect(seen.executions).toBe(1)
  await dashboard.edit()
  await dashboard.act('One', 'Full width')
  await dashboard.act('Two', 'Edit')
  await dashboard.editor.getByRole('textbox', { name: 'Query' }).click()
  await page.keyboard.type('level:3')
  await page.keyboard.press('Escape')
  await dashboard.editor.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => seen.executions).toBe(2)
  expect(seen.asked).toEqual(new Set([2, 1]))
})
