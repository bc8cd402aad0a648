import { gelfSender } from '../fixtures/gelf.ts'
import { expect, test } from '../fixtures/logyard.ts'
import { count, makeDashboard } from '../fixtures/made-dashboard.ts'
import { dashboardPage } from '../pages/dashboards.ts'

test('a read-only link shows the dashboard to those who may read it, and to nobody else', async ({
  logyard,
  page,
  context,
  browser,
}) => {
  const { id, title } = await makeDashboard(logyard, [[count('First', '')], [count('Second', '')]])
  const own = ['streams:read:000000000000000000000001']
  const reader = await logyard.createUser('reader', { permissions: [...own, `dashboards:read:${id}`] })
  const stranger = await logyard.createUser('stranger', { permissions: own })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logyard.signIn(page, logyard.admin)
  const dashboard = dashboardPage(page)
  await dashboard.open(id)
  await dashboard.tab('Page#2').click()
  await dashboard.menu('Copy link to look at only')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toContain(`/dashboards/tv/${id}?tabs=1`)
  for (const { user, isShown } of [
    { user: reader, isShown: true },
    { user: stranger, isShown: false },
  ]) {
    const theirs = await browser.newContext({ baseURL: logyard.url, viewport: { width: 1440, height: 900 } })
    try {
      const tab = await theirs.newPage()
      await logyard.signIn(tab, user)
      await tab.goto(link)
      await expect(tab.getByRole('heading', { name: isShown ? title : /not found/i })).toBeVisible()
      await expect(dashboardPage(tab).widget('Second')).toHaveCount(isShown ? 1 : 0)
      await expect(tab.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
    } finally {
      await theirs.close()
    }
  }
})

test('a dashboard is filtered by values that its messages have, for as long as it is open', async ({
  logyard,
  page,
}) => {
  const run = logyard.unique('offered')
  const gelf = await gelfSender(logyard, run)
  const colour = logyard.unique('colour')
  await gelf.send({ short_message: 'a', [`_${colour}`]: 'teal' }, { short_message: 'b', [`_${colour}`]: 'red' })
  const { id } = await makeDashboard(logyard, [[count('How many', `run:"${run}"`)]])
  await logyard.signIn(page, logyard.admin)
  const dashboard = dashboardPage(page)
  await dashboard.open(id)
  await expect(dashboard.widget('How many')).toContainText('2')
  await dashboard.bar.getByRole('button', { name: 'Filter by a field' }).click()
  await page.getByPlaceholder('Find a field').fill(colour)
  await page
    .getByRole('option', { name: new RegExp(colour) })
    .first()
    .click()
  const values = dashboard.bar.getByLabel(`Values of ${colour}`)
  await values.click()
  await expect(page.getByRole('option')).toHaveText(['red', 'teal'])
  await page.getByRole('option', { name: 'teal' }).click()
  await expect(dashboard.widget('How many')).toContainText('1')
  await expect(dashboard.overridden).toBeVisible()
})
