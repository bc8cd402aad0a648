import { gelfSender } from '../fixtures/gelf.ts'
import { expect, test } from '../fixtures/logyard.ts'
import { count, makeDashboard } from '../fixtures/made-dashboard.ts'
import { dashboardPage } from '../pages/dashboards.ts'

test('patterns are added to a dashboard, follow its filter, and open the search of a pattern', async ({
  logyard,
  page,
}) => {
  const run = logyard.unique('patterns')
  const gelf = await gelfSender(logyard, run)
  const served = Array.from({ length: 6 }, (_, index) => ({
    short_message: `served request ${index} in ${index * 7} ms`,
  }))
  await gelf.send(...served, { short_message: 'payment refused for order 17', level: 3 })
  const { title, id } = await makeDashboard(logyard, [[count('How many', `run:"${run}"`)]])
  await logyard.signIn(page, logyard.admin)

  await page.goto(`search?show=patterns&rangetype=relative&relative=300&q=${encodeURIComponent(`run:"${run}"`)}`)
  await expect(page.getByRole('list', { name: 'Patterns' }).getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Add to dashboard' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy to dashboard' })
  await dialog.getByRole('textbox', { name: 'Search' }).fill(`title:${title}`)
  await page.keyboard.press('Enter')
  await dialog.getByRole('radio', { name: title }).check()
  await dialog.getByRole('button', { name: 'Copy and open' }).click()
  await page.waitForURL(new RegExp(`dashboards/${id}`))

  const dashboard = dashboardPage(page)
  const tile = dashboard.widget('Patterns')
  const rows = tile.getByRole('list', { name: 'Patterns' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('served request num in')
  await expect(rows.first()).toContainText('6')
  await expect(rows.nth(1)).toContainText('14.3%')

  await dashboard.filterBy('level:3')
  await expect(rows).toHaveCount(1)
  const opening = page.waitForEvent('popup')
  await rows.first().getByRole('button').click()
  const search = await opening
  await expect(search.getByRole('row').filter({ hasText: 'payment refused for order 17' })).toBeVisible()
  expect(new URL(search.url()).searchParams.get('q')).toMatch(/level:3.*gl2_pattern:\d+/)
  await search.close()

  // The order of the widget is part of the dashboard.
  await dashboard.edit()
  await dashboard.act('Patterns', 'Edit')
  await dashboard.editor.getByRole('combobox', { name: 'Order' }).click()
  await page.getByRole('option', { name: 'Rarest first' }).click()
  await dashboard.editor.getByRole('button', { name: 'Save', exact: true }).click()
  await dashboard.save.click()
  const stored = async () => {
    const { body } = await logyard.api.call('GET', `/views/${id}`)
    const { widgets } = (body as { state: Record<string, { widgets: { type: string; config: object }[] }> }).state[
      'page-0'
    ] ?? { widgets: [] }
    return widgets.find(({ type }) => type === 'logyard.patterns')?.config
  }
  await expect.poll(stored).toEqual({ order: 'rare' })
})

test('a new widget of a dashboard has patterns', async ({ logyard, page }) => {
  const run = logyard.unique('patterns')
  const gelf = await gelfSender(logyard, run)
  await gelf.send({ short_message: 'lights on' })
  await logyard.signIn(page, logyard.admin)
  await page.goto('dashboards/new')
  await page.getByRole('button', { name: 'Patterns', exact: true }).click()
  const dashboard = dashboardPage(page)
  await dashboard.filterBy(`run:"${run}"`)
  await expect(dashboard.widget('Patterns').getByRole('listitem')).toHaveText([/lights on/])
})
