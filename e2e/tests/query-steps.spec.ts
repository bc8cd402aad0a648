import { readFile } from 'node:fs/promises'
import { gelfSender } from '../fixtures/gelf.ts'
import { expect, test } from '../fixtures/logyard.ts'
import { searchPage } from '../pages/search.ts'

test('an analyst computes in the query: steps, a fix, a table, a chart, a file, and a saved search', async ({
  logyard,
  page,
}) => {
  const host = logyard.unique('steps')
  const gelf = await gelfSender(logyard, host)
  await gelf.send(
    ...Array.from({ length: 6 }, (_, number) => ({
      short_message: `GET /items/${number} took ${number * 10}ms`,
      _s_user: number % 3 === 0 ? 'ada' : 'bob',
      _s_took: number * 10,
    })),
  )
  await logyard.signIn(page, logyard.admin)
  const search = searchPage(page)
  await search.open()

  // A wrong name is underlined and put right with a button.
  await search.search('_exists_:s_user | stts count(), max(s_took) by s_user')
  await page.getByRole('button', { name: 'Fix: stats' }).click()
  const table = page.getByRole('group', { name: 'Table of the query' })
  await expect(table.getByRole('row', { name: /^bob.* 4 50$/ })).toBeVisible()
  await expect(table.getByRole('row', { name: /^ada.* 2 30$/ })).toBeVisible()
  await expect(page.getByText('2 rows', { exact: true })).toBeVisible()

  // Rows are sorted by a column, and a value of a field has its menu.
  await table.getByRole('button', { name: 'Sort by count' }).click()
  await expect(table.getByRole('row').nth(1)).toHaveText(/^ada/)
  await table.getByRole('button', { name: 'bob: actions for this value of s_user' }).click()
  await expect(page.getByRole('menuitem', { name: /Add to query/ })).toBeVisible()
  await page.keyboard.press('Escape')

  // The file has the same table.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toBe(
    '"s_user","count","max_s_took"\n"ada","2","30"\n"bob","4","50"\n',
  )

  // A chart over time is a line; the messages are one click away. The link brings back the same.
  await search.search('_exists_:s_user | timechart 1m count() by s_user')
  await expect(page.getByRole('radio', { name: 'Lines' })).toBeChecked()
  await expect(page.getByText('bob', { exact: true })).toBeVisible()
  await page.getByRole('radiogroup', { name: 'Show the result as' }).getByText('Messages').click()
  await expect(search.message(/GET \/items\/5/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Lines' })).toBeChecked()
  await expect(search.query).toHaveText('_exists_:s_user | timechart 1m count() by s_user')

  // A saved search keeps the steps.
  const title = logyard.unique('saved steps')
  await search.star.click()
  await search.nameField.fill(title)
  await page.getByRole('button', { name: 'Create new' }).click()
  await expect(page).toHaveURL(/\/search\/[0-9a-f]{24}/)
  await page.goto(new URL(page.url()).pathname)
  await expect(search.query).toHaveText('_exists_:s_user | timechart 1m count() by s_user')
  await expect(page.getByRole('radio', { name: 'Lines' })).toBeChecked()

  // Completion knows steps and fields.
  await search.query.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('_exists_:s_user | to')
  await expect(page.getByRole('listbox', { name: 'Completions' }).getByRole('option')).toHaveText(['top'])
  await page.keyboard.press('Tab')
  await page.keyboard.type('5 s_user')
  await expect(page.getByRole('option', { name: /^s_user/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await expect(table.getByRole('row', { name: /^bob.* 4$/ })).toBeVisible()
})
