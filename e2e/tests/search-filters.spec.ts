import { analyst } from '../fixtures/analyst.ts'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'

const MESSAGES = [
  { host: 'web-1', short_message: 'first' },
  { host: 'web-1', short_message: 'second' },
  { host: 'web-2', short_message: 'third' },
]

test('a filter made by a click is excluded, switched off, kept by the link and by a saved search', async ({
  logyard,
  page,
}) => {
  const { search, mine } = await analyst(logyard, page, MESSAGES)
  const choose = async (filter: string, action: string) => {
    await search.filter(filter).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await search.openWith(mine)
  await expect(search.found(3)).toBeVisible()
  await search.cell('web-1').first().click()
  await page.getByRole('menuitem', { name: 'Add to query' }).click()
  await expect(search.found(2)).toBeVisible()
  await expectAccessible(page)
  await choose('source: web-1', 'Exclude matches')
  await expect(search.found(1)).toBeVisible()
  await choose('not source: web-1', 'Switch off')
  await expect(search.found(3)).toBeVisible()
  await page.reload()
  await expect(search.filter('not source: web-1, switched off')).toBeVisible()
  await expect(search.found(3)).toBeVisible()
  await search.star.click()
  await search.nameField.fill(`filters ${mine}`)
  await page.keyboard.press('Enter')
  await expect(search.bar.getByRole('button', { name: 'Saved search', exact: true })).toBeVisible()
  await page.goto(new URL(page.url()).pathname.slice(1))
  await choose('not source: web-1, switched off', 'Switch on')
  await expect(search.found(1)).toBeVisible()
})
