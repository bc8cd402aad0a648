import { gelfSender } from '../fixtures/gelf.ts'
import { expect, test } from '../fixtures/logyard.ts'
import { histogram, makeDashboard } from '../fixtures/made-dashboard.ts'
import { dashboardPage } from '../pages/dashboards.ts'

const chart = (place: number) =>
  histogram(`Chart ${place}`, { col: 1 + 6 * (place % 2), row: 1 + 3 * Math.floor(place / 2), width: 6, height: 3 })

test('a dashboard of twelve widgets is printed completely, in the light theme, with its title, range and time', async ({
  logyard,
  page,
}) => {
  const { id, title } = await makeDashboard(logyard, [Array.from({ length: 12 }, (_, place) => chart(place))])
  await page.emulateMedia({ colorScheme: 'dark' })
  await logyard.signIn(page, logyard.admin)
  const dashboard = dashboardPage(page)
  await dashboard.open(id)
  await expect(page.locator('canvas')).toHaveCount(12)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  // Two charts in a row, and three rows on a sheet.
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBe(2)
  expect(pdf).toMatch(/MediaBox\s*\[0 0 (79\d|84\d)/)
  // The screen is unchanged.
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.locator('canvas')).toHaveCount(12)

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await expect(page.getByText(title, { exact: true }).last()).toBeVisible()
  await expect(page.getByText('Last 5 minutes').last()).toBeVisible()
  await expect(page.getByText(/^As of /)).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Skip to content' })).toHaveCount(0)
  await expect(dashboard.save).toBeHidden()
  await expect(dashboard.menuOf('Chart 0')).toBeHidden()
  // Each chart is drawn again for paper, in place of the one on the screen.
  await expect(page.locator('canvas:visible')).toHaveCount(12)
  const boxes = await page.getByRole('article').evaluateAll((all) =>
    all.map((one) => {
      const { left, right, top } = one.getBoundingClientRect()
      return { left: Math.round(left), right: Math.round(right), top: Math.round(top) }
    }),
  )
  expect(Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left))).toBeLessThan(990)
  expect(new Set(boxes.map(({ left, top }) => `${left} ${top}`)).size).toBe(12)
})

const LINES = 130

test('a table is printed with all its rows, on as many sheets as needed', async ({ logyard, page }) => {
  const run = logyard.unique('printed')
  const gelf = await gelfSender(logyard, run)
  await gelf.send(...Array.from({ length: LINES }, (_, line) => ({ short_message: `line ${line}` })))
  const messages = {
    id: 'Lines',
    title: 'Lines',
    query: `run:"${run}"`,
    type: 'messages',
    config: { fields: ['timestamp', 'source'], show_message_row: true, decorators: [], sort: [] },
    position: { col: 1, row: 1, width: 6, height: 3 },
  }
  const beside = histogram('Beside', { col: 7, row: 1, width: 6, height: 3 })
  const below = histogram('Below', { col: 1, row: 4, width: 6, height: 3 })
  const { id } = await makeDashboard(logyard, [[messages, beside, below]])
  await logyard.signIn(page, logyard.admin)
  const dashboard = dashboardPage(page)
  await dashboard.open(id)
  const lines = dashboard.widget('Lines').getByText(/^line \d+$/)
  await expect(lines.first()).toBeVisible()
  await expect(page.locator('canvas')).toHaveCount(2)
  const inSight = await lines.count()
  expect(inSight).toBeLessThan(LINES)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(2)

  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(lines).toHaveCount(LINES)
  const tops = await lines.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  expect(new Set(tops).size).toBe(LINES)
  const [table, chart, next] = await Promise.all(
    ['Lines', 'Beside', 'Below'].map((title) => dashboard.widget(title).boundingBox()),
  )
  expect((next?.y ?? 0) - ((table?.y ?? 0) + (table?.height ?? 0))).toBeGreaterThanOrEqual(0)
  expect(table?.y ?? 0).toBeLessThan(tops[0] ?? 0)
  expect((table?.y ?? 0) + (table?.height ?? 0)).toBeGreaterThan(tops.at(-1) ?? 0)
  // Neighbouring widgets keep their size.
  expect(chart?.height).toBeCloseTo(next?.height ?? 0, 0)

  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(lines).toHaveCount(inSight)
})
