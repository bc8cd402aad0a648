import { gelfSender } from '../fixtures/gelf.ts'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { searchPage } from '../pages/search.ts'

test('a message is found by its field, also after a reload, and an empty search leads to the diagnosis', async ({
  logyard,
  page,
}) => {
  const run = logyard.unique('found')
  const gelf = await gelfSender(logyard, run)
  await gelf.send({ short_message: 'payment refused', _order: 'A-17' }, { short_message: 'payment accepted' })
  await logyard.signIn(page, logyard.admin)
  const search = searchPage(page)
  await search.open()
  await search.search(`run:"${run}" AND order:A\\-17`)
  await expect(search.found(1)).toBeVisible()
  await expect(search.widget('All messages').getByText('payment refused')).toBeVisible()
  await expectAccessible(page)
  const link = page.url()
  await page.reload()
  await expect(search.found(1)).toBeVisible()
  await search.search(`run:"${run}"`)
  await expect(search.found(2)).toBeVisible()
  await page.goBack()
  await expect(search.found(1)).toBeVisible()
  expect(page.url()).toBe(link)
  await search.search(`run:"${run}" AND order:unknown`)
  const hint = page.getByRole('note').filter({ hasText: 'Expected messages?' })
  await expect(hint).toContainText(/inputs? runs? · newest message .* · /)
  await hint.getByRole('link', { name: 'Diagnose' }).click()
  await expect(page.getByRole('list', { name: 'Findings' })).toContainText('The searched range has messages')
  await expect(page.getByRole('table', { name: 'Inputs' })).toContainText('Running')
})

test('the query input completes fields and values, and shows errors', async ({ logyard, page }) => {
  const run = logyard.unique('completed')
  const gelf = await gelfSender(logyard, run)
  await gelf.send({ short_message: 'a', _livery: 'teal' }, { short_message: 'b', _livery: 'teal' })
  await logyard.signIn(page, logyard.admin)
  const search = searchPage(page)
  await search.open()
  await expect(search.run).toBeVisible()
  await page.keyboard.press('/')
  await expect(search.query).toBeFocused()
  // Filled at once: each typed letter requests new suggestions, and a late response would close the list.
  const choose = async (begun: string, option: string) => {
    await page.keyboard.insertText(begun)
    // On a busy machine the first request for suggestions can time out; the key asks again, as a user would.
    await expect(async () => {
      if (!(await search.options.filter({ hasText: option }).isVisible())) await page.keyboard.press('Control+Space')
      await expect(search.options.filter({ hasText: option })).toBeVisible({ timeout: 5000 })
    }).toPass()
    // The editor ignores keys for a moment after the list opens.
    await expect(async () => {
      await page.keyboard.press('ArrowDown')
      await expect(search.options.filter({ hasText: option })).toHaveAttribute('aria-selected', 'true', {
        timeout: 500,
      })
    }).toPass()
    await page.keyboard.press('Enter')
  }
  await choose('live', 'livery')
  await expect(search.query).toHaveText('livery:')
  await choose('te', 'teal')
  await expect(search.query).toHaveText('livery:teal')
  await page.keyboard.type(' AND (')
  await expect(page.getByText('Missing closing )')).toBeVisible()
  await expect(search.query).toHaveAttribute('aria-invalid', 'true')
})
