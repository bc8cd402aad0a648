/** What analysts do to keep results: save and share a search, export messages. */
import { readFile } from 'node:fs/promises'
import type { Download, Locator } from '@playwright/test'
import { analyst } from '../fixtures/analyst.ts'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { frame } from '../pages/frame.ts'
import { searchPage } from '../pages/search.ts'
import { toast } from '../pages/toasts.ts'

const PAYMENTS = [{ short_message: 'first "one"', _order: 1 }]

test('a search is saved, changed, loaded, shared and deleted', async ({ logyard, page }) => {
  const { search } = await analyst(logyard, page, [])
  const reader = await logyard.createUser('reader')
  const title = logyard.unique('Payments')
  await search.openWith('level:3')
  await search.star.click()
  await search.nameField.fill(title)
  await page.getByRole('button', { name: 'Create new' }).click()
  await expect(toast(page, `Saving view "${title}" was successful!`)).toBeVisible()
  await expect(page).toHaveURL(/search\/[0-9a-f]{24}\?/)
  await expect(search.bar.getByRole('button', { name: 'Saved search', exact: true })).toBeVisible()
  await search.search('level:4')
  await expect(search.bar.getByRole('button', { name: 'Unsaved changes' })).toBeVisible()
  await search.menu('Reset search')
  await expect(page).toHaveURL(/search\?q=&/)
  await search.load.click()
  await expectAccessible(page)
  await page.getByRole('button', { name: title, exact: true }).click()
  await expect(search.query).toHaveText('level:3')
  await search.share.click()
  const { box, answer } = search.sharing(title)
  // Only a few suggestions are listed, so the name is typed.
  await box.getByRole('combobox', { name: 'Collaborator' }).fill(reader.fullName)
  await page.getByRole('option', { name: reader.fullName }).click()
  await box.getByRole('button', { name: 'Add collaborator' }).click()
  await answer(/^Save/)
  await expect(box).toBeHidden()
  await search.load.click()
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Delete saved search' }).click()
  await page.getByRole('button', { name: 'Delete saved search' }).click()
  await expect(toast(page, `Deleting view "${title}" was successful!`)).toBeVisible()
  await expect(page).toHaveURL(/search\?q=&/)
})

test('a search is saved, loaded, shared and deleted by keyboard', async ({ logyard, page }) => {
  const { search, keys } = await analyst(logyard, page, [])
  const reader = await logyard.createUser('reader')
  const title = logyard.unique('Payments')
  await search.openWith('level:3')
  await expect(search.run).toBeVisible()
  await keys.press('/')
  await keys.use(search.star)
  await expect(search.nameField).toBeFocused()
  await keys.type(title)
  await keys.press('Enter')
  await expect(toast(page, `Saving view "${title}" was successful!`)).toBeVisible()
  await expect(page).toHaveURL(/search\/[0-9a-f]{24}\?/)
  // The saved search opens at its own address; the focus stays on the same control.
  await expect(search.star).toBeFocused()
  await keys.use(search.more)
  await keys.choose('Reset search')
  await expect(page).toHaveURL(/search\?q=&/)
  await keys.press('/')
  await keys.use(search.load)
  const loading = page.getByRole('dialog', { name: 'Open a saved search' })
  await keys.use(loading.getByRole('button', { name: title, exact: true }))
  await expect(search.query).toHaveText('level:3')
  await keys.press('/')
  await keys.use(search.share)
  const { box } = search.sharing(title)
  await keys.goTo(box.getByRole('combobox', { name: 'Collaborator' }))
  await keys.type(reader.fullName)
  await keys.pick(reader.fullName)
  await keys.use(box.getByRole('button', { name: 'Add collaborator' }))
  await keys.use(box.getByRole('button', { name: /^Save/ }))
  await expect(box).toBeHidden()
  await expect(search.share).toBeFocused()
  await keys.useBack(search.load)
  await keys.use(loading.getByRole('button', { name: `Actions for ${title}` }))
  await keys.choose('Delete saved search')
  await keys.use(page.getByRole('dialog').getByRole('button', { name: 'Delete saved search' }))
  await expect(toast(page, `Deleting view "${title}" was successful!`)).toBeVisible()
  await expect(page).toHaveURL(/search\?q=&/)
})

test('widgets, sorting, columns and the open message survive reload, Back, leaving and a closed tab', async ({
  logyard,
  page,
  context,
}) => {
  const { search, mine } = await analyst(logyard, page, [
    { short_message: 'oldest', _order: 1 },
    { short_message: 'middle', _order: 2 },
  ])
  const rail = page.getByRole('navigation', { name: 'Main navigation' })
  const built = async (on = search) => {
    await expect(on.widget('All messages (copy)')).toBeVisible()
    await expect(on.found(2)).toBeVisible()
  }
  await search.open(`?q=${encodeURIComponent(mine)}&columns=timestamp,order&foo=bar`)
  await expect(search.found(2)).toBeVisible()
  await search.widgetMenu('All messages').click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await built()
  await search.opener.first().click()
  await expect(search.detail.first()).toBeVisible()
  await page.reload()
  await built()
  await expect(page).toHaveURL(/columns=timestamp,order&message=[^&]+&foo=bar$/)
  await expect(search.detail.first()).toBeVisible()
  // A new query is an entry of the history; what was built stays on both sides of it.
  await search.search(`${mine} AND order:1`)
  await expect(search.found(1)).toBeVisible()
  await page.goBack()
  await built()
  await rail.getByRole('link', { name: 'Dashboards' }).click()
  await expect(page).toHaveURL(/dashboards$/)
  await page.goBack()
  await built()
  await rail.getByRole('link', { name: 'Streams' }).click()
  await expect(page).toHaveURL(/streams$/)
  await rail.getByRole('link', { name: 'Search', exact: true }).click()
  await built()
  await expect(page.getByText('Unsaved changes restored')).toHaveCount(0)
  // Another tab of the same browser does not get the draft as long as this one is open.
  const second = await context.newPage()
  await second.goto('search')
  await expect(searchPage(second).widget('All messages')).toBeVisible()
  await expect(searchPage(second).widget('All messages (copy)')).toHaveCount(0)
  await second.close()
  await page.close({ runBeforeUnload: true })
  const third = await context.newPage()
  const again = searchPage(third)
  await third.goto('search')
  await built(again)
  await expect(third.getByText('Unsaved changes restored')).toBeVisible()
  await expectAccessible(third)
  await third.getByRole('button', { name: 'Discard' }).click()
  await expect(again.widget('All messages (copy)')).toHaveCount(0)
  await expect(third).toHaveURL(/search\?q=&/)
  // Nothing of a user stays in the browser after signing out.
  await again.widgetMenu('All messages').click()
  await third.getByRole('menuitem', { name: 'Duplicate' }).click()
  const works = () => third.evaluate(() => JSON.stringify([localStorage, sessionStorage]).includes('logyard-work:'))
  await expect.poll(works).toBe(true)
  await frame(third).signOut(logyard.admin)
  await expect(third.getByLabel('Password')).toBeVisible()
  expect(await works()).toBe(false)
})

async function expectExport(download: Download) {
  expect(download.suggestedFilename()).toBe('All-messages-search-result.csv')
  expect(await readFile(await download.path(), 'utf8')).toBe('"source","message"\n"web-1","first ""one"""\n')
}

test('messages are exported with the selected fields', async ({ logyard, page }) => {
  const { search, mine } = await analyst(logyard, page, PAYMENTS)
  await search.openWith(mine)
  await expect(search.found(1)).toBeVisible()
  await search.menu('Export to CSV or JSON')
  const { box } = search.exportDialog()
  await expect(box.getByText('1 message', { exact: true })).toBeVisible()
  await box.getByRole('button', { name: 'Remove timestamp' }).click()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await box.getByRole('button', { name: 'Start download' }).click()
  await expectExport(await download)
})

test('messages are exported with the selected fields by keyboard', async ({ logyard, page }) => {
  const { search, keys, mine } = await analyst(logyard, page, PAYMENTS)
  await search.openWith(mine)
  await expect(search.found(1)).toBeVisible()
  await keys.press('/')
  await keys.use(search.more)
  await keys.choose('Export to CSV or JSON')
  const { box } = search.exportDialog()
  await keys.use(box.getByRole('button', { name: 'Remove timestamp' }))
  await expect(box.getByRole('button', { name: 'Remove source' })).toBeFocused()
  const download = page.waitForEvent('download')
  await keys.use(box.getByRole('button', { name: 'Start download' }))
  await expectExport(await download)
  await expect(box).toBeHidden()
  await expect(search.more).toBeFocused()
})

test('an exported table contains no spreadsheet formulas unless the protection is turned off', async ({
  logyard,
  page,
}) => {
  const { search, mine } = await analyst(logyard, page, [{ short_message: '=HYPERLINK("https://example.org")' }])
  await search.openWith(mine)
  await expect(search.found(1)).toBeVisible()
  const save = async (choose: (defuse: Locator) => Promise<void>) => {
    await search.menu('Export to CSV or JSON')
    const { box } = search.exportDialog()
    await box.getByRole('button', { name: 'Remove timestamp' }).click()
    await choose(box.getByRole('checkbox', { name: 'Escape formulas for spreadsheets' }))
    const downloading = page.waitForEvent('download')
    await box.getByRole('button', { name: 'Start download' }).click()
    const text = await readFile(await (await downloading).path(), 'utf8')
    await expect(box).toBeHidden()
    return text
  }
  const table = (cell: string) => `"source","message"\n"web-1","${cell}"\n`
  expect(await save((defuse) => expect(defuse).toBeChecked())).toBe(table(`'=HYPERLINK(""https://example.org"")`))
  expect(await save((defuse) => defuse.uncheck())).toBe(table('=HYPERLINK(""https://example.org"")'))
})
