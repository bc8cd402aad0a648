import { analyst } from '../fixtures/analyst.ts'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'

test('a search shows the statements that ran and where the time went', async ({ logyard, page }) => {
  const { search, mine } = await analyst(logyard, page, [{ host: 'web-1', short_message: "it's here" }])
  await search.openWith(mine)
  await expect(search.found(1)).toBeVisible()
  await search.widgetMenu('Message count').click()
  await page.getByRole('menuitem', { name: 'Inspect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Inspect: Message count' })
  await expect(dialog.getByRole('row', { name: /pivot/ }).first()).toBeVisible()
  await expectAccessible(page)
  await dialog.locator('label').filter({ hasText: 'SQL' }).click()
  await expect(dialog.getByText(/SELECT/).first()).toBeVisible()
  await dialog.locator('label').filter({ hasText: 'Request' }).click()
  await expect(dialog.getByRole('region', { name: 'curl' })).toContainText('views/search/sync')
})
