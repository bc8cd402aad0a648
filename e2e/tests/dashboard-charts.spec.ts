import { gelfSender } from '../fixtures/gelf.ts'
import { expect, test } from '../fixtures/logyard.ts'
import { count, type MadeWidget, makeDashboard } from '../fixtures/made-dashboard.ts'
import { dashboardPage } from '../pages/dashboards.ts'

const values = (field: string) => ({ field, type: 'values', config: { limit: 15 } })
const chart = (query: string, changes: object): MadeWidget => ({
  ...count('Chart', query),
  config: {
    visualization: 'bar',
    visualization_config: null,
    row_pivots: [values('path')],
    column_pivots: [],
    series: ['sum(bytes)'],
    sort: [],
    rollup: true,
    ...changes,
  },
  position: { col: 1, row: 1, width: 6, height: 4 },
})

test('a chart gets a logarithmic axis with limits, which are saved', async ({ logyard, page }) => {
  const run = logyard.unique('axis')
  const gelf = await gelfSender(logyard, run)
  const message = (path: string, bytes: number) => ({ short_message: path, _path: path, _bytes: bytes })
  await gelf.send(message('/small', 3), message('/medium', 4000), message('/large', 7_000_000), message('/none', 0))
  const { id } = await makeDashboard(logyard, [[chart(`run:"${run}"`, {})]])
  await logyard.signIn(page, logyard.admin)
  const dashboard = dashboardPage(page)
  await dashboard.open(id)
  await dashboard.edit()
  await dashboard.act('Chart', 'Edit')
  const { editor } = dashboard
  await editor.getByText('Logarithmic', { exact: true }).click()
  await expect(editor.getByText('Every step is tenfold.')).toBeVisible()
  await editor.getByRole('textbox', { name: 'Minimum' }).fill('100')
  await editor.getByRole('textbox', { name: 'Maximum' }).fill('10')
  await expect(editor.getByText('The maximum must be greater than the minimum.')).toBeVisible()
  await editor.getByRole('textbox', { name: 'Maximum' }).fill('10000000')
  await expect(editor.getByText('The maximum must be greater than the minimum.')).toBeHidden()
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await dashboard.save.click()
  const stored = async () => {
    const { body } = await logyard.api.call('GET', `/views/${id}`)
    return (body as { state: Record<string, { widgets: { config: object }[] }> }).state['page-0']?.widgets[0]?.config
  }
  await expect.poll(stored).toMatchObject({ value_axis: { scale: 'logarithmic', min: 100, max: 10_000_000 } })
})

test('a Sankey diagram says what it needs, and filters the dashboard by a value or a flow', async ({
  logyard,
  page,
}) => {
  const run = logyard.unique('sankey')
  const gelf = await gelfSender(logyard, run)
  const message = (shop: string, path: string) => ({ short_message: path, _shop: shop, _path: path })
  await gelf.send(
    message('north', '/cart'),
    message('north', '/cart'),
    message('north', '/login'),
    message('south', '/login'),
  )
  const own = `run:"${run}"`
  const sankey = chart(own, { visualization: 'sankey', row_pivots: [values('shop')], series: ['count()'] })
  const { id } = await makeDashboard(logyard, [
    [sankey, { ...count('How many', own), position: { col: 7, row: 1, width: 3, height: 2 } }],
  ])
  await logyard.signIn(page, logyard.admin)
  const dashboard = dashboardPage(page)
  await dashboard.open(id)
  await expect(dashboard.widget('Chart')).toContainText('Add two or more row fields')
  await dashboard.edit()
  await dashboard.act('Chart', 'Edit')
  await dashboard.editor.getByRole('combobox', { name: 'Rows' }).click()
  await page.getByRole('option', { name: /^path/ }).click()
  await expect(dashboard.editor.getByRole('img', { name: /^Sankey diagram/ })).toBeVisible()
  await dashboard.editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dashboard.widget('How many')).toContainText('4')

  const picture = dashboard.widget('Chart').locator('canvas')
  const menu = page.getByRole('menu')
  // The largest value of the first field begins at the top; a click before the chart is drawn would miss it.
  const click = (x: number, text: string) =>
    expect(async () => {
      await picture.hover({ position: { x, y: 60 } })
      await picture.click({ position: { x, y: 60 } })
      await expect(menu).toContainText(text, { timeout: 2_000 })
    }).toPass()
  await click(14, 'north')
  await menu.getByRole('menuitem', { name: 'Filter this dashboard by shop: north' }).click()
  await expect(dashboard.widget('How many')).toContainText('3')
  await click(90, 'north, /cart')
  await menu.getByRole('menuitem', { name: 'Exclude shop: north, path: /cart' }).click()
  await expect(dashboard.widget('How many')).toContainText('1')
})
