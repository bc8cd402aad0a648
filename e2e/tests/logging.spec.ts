import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'

test('a changed level makes a line appear, which is filtered, paused and downloaded', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  await page.goto('./system/logging')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Logging')
  const lines = page.getByRole('list', { name: 'Recent messages' }).getByRole('listitem')
  const answered = lines.filter({ hasText: 'request answered' }).first()
  await expect(lines.first()).toBeVisible()
  await expect(answered).toHaveCount(0)

  await page.getByRole('textbox', { name: 'Search loggers' }).fill('http')
  await page.getByRole('combobox', { name: 'Level of logyard.http' }).selectOption('debug')
  await expect(answered).toContainText('method=GET')
  await expect(page.getByText('Some of its loggers have other levels.').first()).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect(await readFile(await (await saving).path(), 'utf8')).toMatch(/ DEBUG logyard\.http request answered /)
  await page.getByRole('combobox', { name: 'Shown levels' }).selectOption('info')
  await expect(page).toHaveURL(/level=info/)
  await expect(answered).toHaveCount(0)

  await page.getByRole('combobox', { name: 'Level of logyard.http' }).selectOption('as the one above')
  await expect(page.getByRole('combobox', { name: 'Level of logyard.http' })).toHaveValue('info')

  await page.getByText('All nodes, also after a restart').click()
  await page.getByRole('combobox', { name: 'Level of logyard.http' }).selectOption('warn')
  const level = page.getByRole('combobox', { name: 'Level of logyard.http' })
  const row = page.getByRole('listitem').filter({ has: level }).filter({ hasText: 'stored' })
  await expect(row.first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Level of logyard.http' }).selectOption('as the one above')
  await expect(row).toHaveCount(0)
})
