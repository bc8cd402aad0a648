import { gelfSender } from '../fixtures/gelf.ts'
import { expect, test } from '../fixtures/logyard.ts'
import { count, type MadeWidget, makeDashboard } from '../fixtures/made-dashboard.ts'
import { dashboardPage } from '../pages/dashboards.ts'

const values = (field: string) => ({ field, type: 'values', config: { limit: 15 } })
const bars = (query: string, row: object): MadeWidget => ({
  ...count('Bars', query),
  config: {
    visualization: 'bar',
    visualization_config: { barmode: 'stack' },
    row_pivots: [row],
    column_pivots: [],
    series: ['count()'],
    sort: [],
    rollup: true,
  },
  position: { col: 1, row: 3, width: 6, height: 4 },
})

test('the menu of a bar filters the dashboard by its value, excludes the value, or opens its messages', async ({
  logyard,
  page,
}) => {
  const run = logyard.unique('drill')
  const gelf = await gelfSender(logyard, run)
  await gelf.send(
    { short_message: 'a', _colour: 'sea green' },
    { short_message: 'b', _colour: 'sea green' },
    { short_message: 'c', _colour: 'red' },
  )
  const own = `run:"${run}"`
  const { id } = await makeDashboard(logyard, [[count('How many', own), bars(own, values('colour'))]])
  await logyard.signIn(page, logyard.admin)
  const dashboard = dashboardPage(page)
  await dashboard.open(id)
  await expect(dashboard.widget('How many')).toContainText('3')
  const chart = dashboard.widget('Bars').locator('canvas')
  const menu = page.getByRole('menu')
  // The larger bar is the first one, in the left half; a click before the chart is drawn would miss it.
  const clickBar = () =>
    expect(async () => {
      const box = (await chart.boundingBox()) ?? { width: 0, height: 0 }
      await chart.click({ position: { x: box.width * 0.28, y: box.height * 0.7 } })
      await expect(menu).toContainText('sea green', { timeout: 2_000 })
    }).toPass()
  await clickBar()
  const opening = page.waitForEvent('popup')
  await menu.getByRole('menuitem', { name: 'Open in a search' }).click()
  const search = await opening
  await search.waitForURL((url) => url.searchParams.get('q')?.includes('colour:"sea green"') === true)
  await search.close()

  await clickBar()
  await menu.getByRole('menuitem', { name: 'Filter this dashboard by colour: sea green' }).click()
  await expect(dashboard.widget('How many')).toContainText('2')
  await expect(dashboard.filter).toHaveText('colour:"sea green"')
  await dashboard.bar.getByRole('button', { name: 'Reset' }).click()
  await expect(dashboard.widget('How many')).toContainText('3')
  await clickBar()
  await menu.getByRole('menuitem', { name: 'Exclude colour: sea green' }).click()
  await expect(dashboard.widget('How many')).toContainText('1')

  // The same by keyboard, in the chart's table.
  await dashboard.bar.getByRole('button', { name: 'Reset' }).click()
  await dashboard.act('Bars', 'Show data as table')
  await dashboard
    .widget('Bars')
    .getByRole('button', { name: /^red: actions/ })
    .focus()
  await page.keyboard.press('Enter')
  await expect(menu.getByRole('menuitem', { name: 'Add to query' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dashboard.widget('How many')).toContainText('1')
  await expect(dashboard.filter).toHaveText('colour:red')
})

test("the messages of a time bucket open with the bucket's range", async ({ logyard, page }) => {
  const run = logyard.unique('bucket')
  const gelf = await gelfSender(logyard, run)
  await gelf.send({ short_message: 'a' }, { short_message: 'b' })
  const own = `run:"${run}"`
  // One bucket spans the whole range, so that any click hits it.
  const minutes = { interval: { type: 'timeunit', value: 1, unit: 'days' } }
  const widget = bars(own, { field: 'timestamp', type: 'time', config: minutes })
  const { id } = await makeDashboard(logyard, [[count('How many', own), widget]])
  await logyard.signIn(page, logyard.admin)
  const dashboard = dashboardPage(page)
  await dashboard.open(id)
  await expect(dashboard.widget('How many')).toContainText('2')
  await dashboard.act('Bars', 'Show data as table')
  await dashboard
    .widget('Bars')
    .getByRole('button', { name: /actions for this value of count/ })
    .click()
  await page.getByRole('menuitem', { name: 'Show documents for value' }).click()
  await expect(dashboard.widget(/^Messages for timestamp:/)).toContainText('2 of 2')
})
