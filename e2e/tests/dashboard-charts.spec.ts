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
