/** How messages are laid out: one line each, as they were sent. */
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { analyst } from '../fixtures/analyst.ts'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { watchScriptWeight } from '../fixtures/script-weight.ts'

/** Headings of columns with something else at their end. */
const coveredHeadings = (page: Page) =>
  page.getByRole('columnheader').evaluateAll((headings) =>
    headings.flatMap((heading) => {
      const { right, top } = heading.getBoundingClientRect()
      const at = document.elementFromPoint(right - 3, top + 8)
      return heading.contains(at) || at?.contains(heading) === true ? [] : [heading.textContent]
    }),
  )

const SYMBOLS = 'a != b -> c >= d |> e <!-- f'
const LEVELS = [
  { short_message: SYMBOLS, level: 3 },
  { short_message: 'second', level: 4 },
  { short_message: 'third', level: 6 },
  { short_message: 'fourth', _severity: 'fatal' },
]

test('a message is one line with its time, level, source and text', async ({ logyard, page }) => {
  const { search, mine } = await analyst(logyard, page, LEVELS)
  await search.openWith(mine)
  await expect(search.found(LEVELS.length)).toBeVisible()
  const row = search.message(SYMBOLS)
  await expect(row).toHaveCount(1)
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(24)
  await expect(row.getByRole('button', { name: 'ERROR', exact: true })).toBeVisible()
  await expect(search.message('second')).toContainText('WARN')
  await expect(search.message('third')).toContainText('INFO')
  await expect(search.message('fourth')).toContainText('FATAL')
  expect(await coveredHeadings(page)).toEqual([])
  await search.messages.getByRole('button', { name: 'ERROR', exact: true }).focus()
  await page.keyboard.press('f')
  await expect(search.query).toHaveText(mine)
  await expect(search.found(1)).toBeVisible()
})

test('no ligature changes how data or a query looks', async ({ logyard, page }) => {
  const { search, mine } = await analyst(logyard, page, LEVELS)
  await search.openWith(mine)
  await expect(search.message(SYMBOLS)).toBeVisible()
  await search.bar.getByRole('button', { name: 'Query syntax' }).click()
  const help = page.getByRole('table', { name: 'Query syntax' })
  const shown = [search.message(SYMBOLS).getByText(SYMBOLS), search.query, help.getByText('took_ms:>=100')]
  for (const each of shown) await expect(each).toHaveCSS('font-variant-ligatures', 'none')
})

/** In gzip; a search that nobody touches, 4 seconds after it was opened, has all that it loads by itself. */
const MOST_BEFORE_ROWS_KB = 244
const MOST_KB = 400

const MANY = Array.from({ length: 140 }, (_, line) => ({ short_message: `line ${line}`, level: line % 8 }))

test('the histogram shades the times of the rows in sight, which move as one scrolls', async ({ logyard, page }) => {
  const now = Date.now() / 1000
  const spread = MANY.map((message, at) => ({ ...message, timestamp: now - 240 + at }))
  const { search, mine } = await analyst(logyard, page, spread)
  await search.openWith(mine)
  await expect(search.found(MANY.length)).toBeVisible()
  const shade = search.widget('Message count').locator('[data-in-sight]')
  await expect(shade).toBeVisible()
  const leftOf = async () => (await shade.boundingBox())?.x ?? 0
  const first = await leftOf()
  const line = page.locator('[data-in-sight-line]')
  await expect(line).toBeHidden()
  await search.message('line 139').hover()
  await page.mouse.wheel(0, 60)
  // The newest rows are first, so further down are earlier times.
  await expect.poll(leftOf).toBeLessThan(first)
  await page.mouse.wheel(0, 900)
  await expect(line).toBeVisible()

  // Everything of this page is loaded already, so its parts are mounted at once.
  await search.newTab.click()
  await expect(search.tabs.getByRole('link')).toHaveCount(2)
  await expect(shade).toBeVisible()
  await expect(line).toBeHidden()
})

/** Rows of the table that are in sight as a whole, below its header. */
const wholeRows = (page: Page) =>
  page.getByRole('table', { name: 'Messages' }).evaluate((table) => {
    const top = table.querySelector('thead')?.getBoundingClientRect().bottom ?? 0
    const rows = [...table.querySelectorAll('tbody')].map((row) => row.getBoundingClientRect())
    return rows.filter((row) => row.top >= top - 1 && row.bottom <= window.innerHeight).length
  })

test('messages fill the window, which has one scroller', async ({ logyard, page }) => {
  const { search, mine } = await analyst(logyard, page, MANY)
  const histogram = search.widget('Message count')
  const bars = histogram.getByRole('img', { name: /^bar/i })
  await page.setViewportSize({ width: 1440, height: 900 })
  await search.openWith(mine)
  await expect(search.found(MANY.length)).toBeVisible()
  await expect(bars).toBeVisible()
  expect((await histogram.boundingBox())?.height).toBeLessThanOrEqual(100)
  expect(await wholeRows(page)).toBeGreaterThanOrEqual(25)

  await page.setViewportSize({ width: 2560, height: 1440 })
  await page.getByRole('table', { name: 'Messages' }).evaluate((table) => table.scrollIntoView())
  await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(58)
  await expect(search.messages.getByRole('columnheader', { name: 'source' })).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)

  await search.messages.hover({ position: { x: 600, y: 300 } })
  await page.mouse.wheel(0, -4000)
  await page.getByRole('button', { name: 'Hide chart' }).click()
  await expect(bars).toHaveCount(0)
  await page.reload()
  await expect(search.found(MANY.length)).toBeVisible()
  await page.getByRole('button', { name: 'Show chart' }).click()
  await expect(bars).toBeVisible()
})

for (const [width, height] of [
  [390, 844],
  [720, 450],
] as const) {
  test(`the first messages are in sight at ${width} by ${height}`, async ({ logyard, page }) => {
    const { search, mine } = await analyst(logyard, page, MANY)
    await page.setViewportSize({ width, height })
    await search.openWith(mine)
    await expect(search.message('line 139')).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    await expect(search.streams).toBeHidden()
    await expect(search.sidebar('Fields')).toBeHidden()
    expect((await search.message('line 139').boundingBox())?.y).toBeLessThan(300)
    await page.getByRole('button', { name: 'More search controls' }).click()
    await expect(search.streams).toBeVisible()
    await expect(search.sidebar('Fields')).toBeVisible()
    await expectAccessible(page)
  })
}

test('few scripts are loaded for the first messages, and for the page as a whole', async ({ logyard, page }) => {
  const { search, mine } = await analyst(logyard, page, MANY)
  // Results that come late show all that does not wait for them.
  await page.route('**/api/views/search/*/execute*', async (route) => {
    await setTimeout(1_500)
    await route.continue()
  })
  const weigh = await watchScriptWeight(page, '[data-messages] [data-index]')
  await search.openWith(mine)
  await expect(search.message('line 139')).toBeVisible()
  await setTimeout(4_000)
  await expect(search.fields).toContainText('source')
  await expect(search.widget('Message count').getByRole('img', { name: /^Bar chart/ })).toBeVisible()
  const { beforeKb, allKb } = await weigh()
  // Measured where nothing is loaded, it would be kept by chance.
  expect(beforeKb).toBeGreaterThan(100)
  expect(beforeKb).toBeLessThanOrEqual(MOST_BEFORE_ROWS_KB)
  expect(allKb).toBeLessThanOrEqual(MOST_KB)
})
