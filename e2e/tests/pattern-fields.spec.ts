import { analyst } from '../fixtures/analyst.ts'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { toast } from '../pages/toasts.ts'

const MESSAGES = [12, 340, 25].map((took, at) => ({
  host: 'shop-1',
  short_message: `browsed by visitor-${at} in ${took} ms`,
}))

test('a variable part of a pattern is named, searched, listed and deleted', async ({ logyard, page }) => {
  const { search, mine } = await analyst(logyard, page, MESSAGES)
  const shown = new URLSearchParams({ rangetype: 'relative', relative: '0', q: mine })
  await page.goto(`search?${shown}&show=patterns`)
  const patterns = page.getByRole('list', { name: 'Patterns' })
  await patterns.getByRole('button', { name: 'num: values of part 2' }).click()
  const values = page.getByRole('dialog', { name: 'Values here' })
  await values.getByRole('button', { name: 'Make it a field' }).click()
  const name = values.getByRole('textbox', { name: 'Field name' })
  const field = `took_${Date.now()}`
  await name.fill(field)
  await expectAccessible(page)
  await values.getByRole('button', { name: 'Create field' }).click()
  await expect(values.getByText(field)).toBeVisible()

  await search.openWith(`(${mine}) AND ${field}:>100`)
  await expect(search.found(1)).toBeVisible()
  await expect(search.message('340 ms')).toBeVisible()

  await page.goto('system/pattern-fields')
  const table = page.getByRole('table', { name: 'Pattern fields' })
  await expect(table.getByRole('row', { name: field })).toContainText('Computed')
  await expectAccessible(page)
  await table.getByRole('button', { name: `Delete ${field}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, `Field ${field} deleted`)).toBeVisible()
})
