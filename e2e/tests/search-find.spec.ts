import { analyst } from '../fixtures/analyst.ts'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'

const LINES = Array.from({ length: 140 }, (_, number) => ({
  short_message: number % 50 === 7 ? `needle in line ${number}` : `hay in line ${number}`,
  _number: number,
}))

test('a text is found in rows that are not in sight, by the keyboard alone', async ({ logyard, page }) => {
  const { search, keys, mine } = await analyst(logyard, page, LINES)
  await search.openWith(mine)
  await expect(search.found(140)).toBeVisible()
  await keys.press('j')
  await expect(search.opener.first()).toBeFocused()
  await keys.press('ControlOrMeta+f')
  const field = page.getByRole('textbox', { name: 'Find in loaded messages' })
  await expect(field).toBeFocused()
  await keys.type('NEEDLE')
  const bar = page.getByRole('search', { name: 'Find in loaded messages' })
  await expect(bar.getByRole('status')).toHaveText('3 rows')
  await expectAccessible(page)
  // The newest message is first: line 107, then 57, then 7 at the end of the table.
  await keys.press('Shift+Enter')
  await expect(bar.getByRole('status')).toHaveText('3 of 3')
  await expect(search.message(/needle in line 7/)).toBeInViewport()
  await keys.press('Enter')
  await expect(bar.getByRole('status')).toHaveText('1 of 3')
  await expect(search.message(/needle in line 107/)).toBeInViewport()
  await expect(field).toBeFocused()
  await keys.press('Escape')
  await expect(field).toBeHidden()
})

test('ticked messages are compared side by side, and copied as Markdown and as a line for curl', async ({
  logyard,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { search, mine } = await analyst(logyard, page, [
    { host: 'web-1', short_message: 'user ada waited 12 ms' },
    { host: 'web-1', short_message: 'user bob waited 12 ms' },
  ])
  await search.openWith(mine)
  await expect(search.found(2)).toBeVisible()
  for (const name of ['ada', 'bob']) {
    await search.message(name).hover()
    await search.message(name).getByRole('checkbox').click()
  }
  await page.getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog', { name: '2 messages side by side' })
  await expect(dialog.getByRole('row', { name: /^message/ }).locator('mark')).toHaveText(['bob', 'ada'])
  await expect(dialog.getByRole('row', { name: /^source/ })).toBeHidden()
  await dialog.getByRole('switch').click({ force: true })
  await expect(dialog.getByRole('row', { name: /^source/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const copy = async (format: string) => {
    await page.getByRole('group', { name: 'Selected messages' }).getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('menuitem', { name: format }).click()
  }
  await copy('As Markdown')
  await expect.poll(copied).toContain('| web-1 | user ada waited 12 ms |')
  await copy('As a curl line')
  await expect.poll(copied).toMatch(/^curl -u "\$TOKEN:token" .*"query":"\(_id:.*\/api\/search\/messages'$/)
})
