import { analyst } from '../fixtures/analyst.ts'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'

test('searches in tabs keep query, filters and columns through a reload, a link opens beside them, and Back works', async ({
  logyard,
  page,
}) => {
  const { search, mine } = await analyst(logyard, page, [
    { host: 'web-1', short_message: 'first' },
    { host: 'web-2', short_message: 'second' },
  ])
  const tab = (name: string | RegExp) => search.tabs.getByRole('link', { name })
  await search.openWith(mine)
  await expect(search.found(2)).toBeVisible()
  await expect(search.tabs).toBeHidden()
  await search.cell('web-1').first().click()
  await page.getByRole('menuitem', { name: 'Add to query' }).click()
  await expect(search.found(1)).toBeVisible()
  await search.newTab.click()
  await search.search(`${mine} AND second`)
  await expect(search.found(1)).toBeVisible()
  await expect(search.tabs.getByRole('link')).toHaveCount(2)
  await expectAccessible(page)

  await page.reload()
  await expect(tab(`${mine} AND second`)).toHaveAttribute('aria-current', 'page')
  await tab(mine).first().click()
  await expect(search.filter('source: web-1')).toBeVisible()
  await expect(search.message('first')).toBeVisible()
  await page.goBack()
  await expect(search.message('second')).toBeVisible()
  await expect(search.filter('source: web-1')).toBeHidden()

  await search.openWith(`${mine} source:"web-2"`)
  await expect(search.tabs.getByRole('link')).toHaveCount(3)
  await tab(/web-2/).click({ button: 'middle' })
  await expect(search.tabs.getByRole('link')).toHaveCount(2)
  await page.setViewportSize({ width: 390, height: 844 })
  await search.tabs.getByRole('button', { name: /of 2$/ }).click()
  await page.getByRole('menuitem', { name: mine }).first().click()
  await expect(search.message('first')).toBeVisible()
  await expectAccessible(page)
})
