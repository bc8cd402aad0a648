import { analyst } from '../fixtures/analyst.ts'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { toast } from '../pages/toasts.ts'

const MESSAGES = [
  { host: 'web-1', short_message: 'first' },
  { host: 'web-1', short_message: 'second' },
  { host: 'web-2', short_message: 'third' },
]

test('ticked messages are frozen under a link with a note, which opens and is deleted again', async ({
  logyard,
  page,
}) => {
  const { search, mine } = await analyst(logyard, page, MESSAGES)
  await search.openWith(mine)
  await expect(search.found(3)).toBeVisible()
  for (const text of ['first', 'third']) {
    await search.message(text).hover()
    await search.message(text).getByRole('checkbox').click()
  }
  await page.getByRole('button', { name: 'Freeze…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Freeze and share' })
  await dialog.getByRole('textbox', { name: 'Note (optional)' }).fill('Look at the third.\nIt is last.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  await page.goto(link)
  await expect(page.getByText('It is last.')).toBeVisible()
  await expect(page.getByText('Frozen by admin')).toBeVisible()
  const table = page.getByRole('table', { name: 'Messages' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table).not.toContainText('second')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open this search' }).click()
  await expect(search.query).toHaveText(mine)
  await expect(search.found(3)).toBeVisible()

  await page.goto('frozen')
  await expect(page.getByRole('link', { name: 'Look at the third.' }).first()).toBeVisible()
  await page.goto(link)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Frozen link deleted')).toBeVisible()
  await expect(page).toHaveURL(/\/frozen$/)
  await expect(page.getByRole('link', { name: 'Look at the third.' })).toBeHidden()
})
