import { gelfSender } from '../fixtures/gelf.ts'
import { expect, test } from '../fixtures/logyard.ts'
import { count, makeDashboard } from '../fixtures/made-dashboard.ts'
import { dashboardPage } from '../pages/dashboards.ts'

for (const { who, isShown } of [
  { who: 'users with access', isShown: true },
  { who: 'no other user', isShown: false },
]) {
  test(`a read-only link shows the dashboard to ${who}`, async ({ logyard, page, context, elsewhere }, info) => {
    if (!isShown) info.annotations.push({ type: 'expects-status', description: '404' })
    const { id, title } = await makeDashboard(logyard, [[count('First', '')], [count('Second', '')]])
    const own = ['streams:read:000000000000000000000001']
    const permissions = isShown ? [...own, `dashboards:read:${id}`] : own
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await logyard.signIn(page, logyard.admin)
    const dashboard = dashboardPage(page)
    await dashboard.open(id)
    await dashboard.tab('Page 2').click()
    await dashboard.menu('Copy view-only link')
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(clipboard).toContain(`/dashboards/tv/${id}?tabs=1`)
    await logyard.signIn(elsewhere, await logyard.createUser('visitor', { permissions }))
    await elsewhere.goto(await clipboard())
    await expect(elsewhere.getByRole('heading', { name: isShown ? title : /not found/i })).toBeVisible()
    await expect(dashboardPage(elsewhere).widget('Second')).toHaveCount(isShown ? 1 : 0)
    await expect(elsewhere.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  })
}

test('a dashboard is filtered by values of its messages, until it is closed', async ({ logyard, page }) => {
  const run = logyard.unique('offered')
  const gelf = await gelfSender(logyard, run)
  const colour = logyard.unique('colour')
  await gelf.send({ short_message: 'a', [`_${colour}`]: 'teal' }, { short_message: 'b', [`_${colour}`]: 'red' })
  const { id } = await makeDashboard(logyard, [[count('How many', `run:"${run}"`)]])
  await logyard.signIn(page, logyard.admin)
  const dashboard = dashboardPage(page)
  await dashboard.open(id)
  await expect(dashboard.widget('How many')).toContainText('2')
  await dashboard.edit()
  await dashboard.bar.getByRole('button', { name: 'Filter by a field' }).click()
  await page.getByPlaceholder('Find a field').fill(colour)
  await page.getByRole('option', { name: colour }).click()
  const values = dashboard.bar.getByLabel(`Values of ${colour}`)
  await values.click()
  await expect(page.getByRole('option')).toHaveText(['red', 'teal'])
  await page.getByRole('option', { name: 'teal' }).click()
  await expect(dashboard.widget('How many')).toContainText('1')
  await expect(dashboard.overridden).toBeVisible()
})
