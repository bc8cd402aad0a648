import { readFile } from 'node:fs/promises'
import { gelfSender } from '../fixtures/gelf.ts'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { count, histogram, makeDashboard } from '../fixtures/made-dashboard.ts'
import { dashboardPage, dashboardsPage } from '../pages/dashboards.ts'
import { dialog } from '../pages/dialog.ts'
import { searchPage } from '../pages/search.ts'
import { toast } from '../pages/toasts.ts'

test('a dashboard is created from a search, filtered, saved and reopened', async ({ logyard, page }) => {
  test.slow()
  const run = logyard.unique('built')
  const gelf = await gelfSender(logyard, run)
  await gelf.send(
    { short_message: 'a', _colour: 'teal' },
    { short_message: 'b', _colour: 'teal' },
    { short_message: 'c', _colour: 'red' },
  )
  await logyard.signIn(page, logyard.admin)
  const search = searchPage(page)
  await search.open(`?q=${encodeURIComponent(`run:"${run}"`)}`)
  await expect(search.found(3)).toBeVisible()
  await search.menu('Export to dashboard')
  await page.waitForURL(/dashboards\/new/)
  const dashboard = dashboardPage(page)
  // Until the page is loaded, the search is still shown, with widgets of the same names.
  await expect(page.getByRole('heading', { name: 'New dashboard' })).toBeVisible()
  await expect(dashboard.widget('All messages').getByText('3 of 3')).toBeVisible()
  await dashboard.act('Message count', 'Delete')
  await dialog(page, 'Delete widget?').answer('Delete')
  await expect(dashboard.widget('Message count')).toHaveCount(0)
  await dashboard.add('Message count')
  // A new widget queries all messages; its query is set in its editor.
  await dashboard.act('Message count', 'Edit')
  await expect(dashboard.editor).toBeVisible()
  const asAtDouble = { width: 720, height: 450 }
  const asBefore = page.viewportSize() ?? asAtDouble
  await page.setViewportSize(asAtDouble)
  // At 200 % zoom the settings are not a slit: everything scrolls together.
  const room = await dashboard.editor.getByRole('combobox', { name: 'Sorting' }).evaluate((setting) => {
    let scroller: Element | null = setting
    while (scroller !== null && scroller.scrollHeight <= scroller.clientHeight + 1) scroller = scroller.parentElement
    return scroller?.clientHeight ?? 0
  })
  expect(room).toBeGreaterThan(300)
  await page.setViewportSize(asBefore)
  await dashboard.editor.getByRole('textbox', { name: 'Query' }).click()
  await page.keyboard.type(`run:"${run}"`)
  await page.keyboard.press('Escape')
  await dashboard.editor.getByRole('button', { name: 'Save' }).click()
  await expect(dashboard.editor).toBeHidden()
  await expect(dashboard.widget('Message count')).toContainText('3')
  const title = logyard.unique('colours')
  await dashboard.saveAs(title)
  await expect(toast(page, `Saving view "${title}" was successful!`)).toBeVisible()
  // The saved dashboard opens at its own address to be looked at; the focus goes to the way back to editing.
  await expect(dashboard.bar.getByRole('button', { name: 'Edit', exact: true })).toBeFocused()
  await expect(dashboard.save).toHaveCount(0)
  await expect(dashboard.widget('Message count')).toContainText('3')
  await dashboard.filterBy('colour:teal')
  await expect(dashboard.widget('Message count')).toContainText('2')
  await expect(dashboard.overridden).toBeVisible()
  await expectAccessible(page)
  // The filter is in the address.
  await page.reload()
  await expect(dashboard.widget('Message count')).toContainText('2')
  await dashboard.bar.getByRole('button', { name: 'Reset filter' }).click()
  await expect(dashboard.widget('Message count')).toContainText('3')
  await expect(dashboard.overridden).toBeHidden()
  await page.goBack()
  await expect(dashboard.widget('Message count')).toContainText('2')
  const dashboards = dashboardsPage(page)
  await dashboards.open(`?query=${title}`)
  await expect(dashboards.row(title)).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
  await expectAccessible(page)
  await dashboards.act(title, 'Delete')
  await dialog(page, 'Delete view').answer('Delete')
  await expect(toast(page, `Deleting view "${title}" was successful!`)).toBeVisible()
  await expect(dashboards.row(title)).toHaveCount(0)
})

test('a reader of a shared dashboard sees it but cannot change it', async ({ logyard, page, elsewhere: theirs }) => {
  const { id } = await makeDashboard(logyard, [[count('How many', '')]])
  const reader = await logyard.createUser('reader', { permissions: ['streams:read:000000000000000000000001'] })
  await logyard.signIn(page, logyard.admin)
  const dashboard = dashboardPage(page)
  await dashboard.open(id)
  await dashboard.share.click()
  const { box, answer } = dialog(page, /^Sharing dashboard: /)
  await box.getByRole('combobox', { name: 'Collaborator' }).fill(reader.fullName)
  await page.getByRole('option', { name: reader.fullName }).click()
  await box.getByRole('button', { name: 'Add collaborator' }).click()
  await answer(/^Save/)
  await expect(box).toBeHidden()

  await logyard.signIn(theirs, reader)
  const seen = dashboardPage(theirs)
  await seen.open(id)
  await expect(seen.widget('How many')).toBeVisible()
  await expect(seen.bar.getByRole('button', { name: /^(Edit|Save)$/ })).toHaveCount(0)
  await expect(theirs.getByRole('button', { name: 'Create', exact: true })).toHaveCount(0)
  await seen.menuOf('How many').click()
  await expect(theirs.getByRole('menuitem', { name: 'Replay search' })).toBeVisible()
  await expect(theirs.getByRole('menuitem', { name: 'Edit', exact: true })).toHaveCount(0)
  await expect(theirs.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
})

test('only the widget with an invalid query shows an error', async ({ logyard, page }) => {
  const { id } = await makeDashboard(logyard, [[count('Fine', ''), count('Broken', '')]])
  await logyard.signIn(page, logyard.admin)
  const dashboard = dashboardPage(page)
  await dashboard.open(id)
  await expect(dashboard.widget('Broken')).toContainText(/\d/)
  await dashboard.edit()
  await dashboard.act('Broken', 'Edit')
  await dashboard.editor.getByRole('textbox', { name: 'Query' }).click()
  await page.keyboard.type('level:(3')
  await page.keyboard.press('Escape')
  await dashboard.editor.getByRole('button', { name: 'Save' }).click()
  await expect(dashboard.widget('Broken').getByRole('alert')).toContainText('Missing closing )')
  await expect(dashboard.widget('Fine').getByRole('alert')).toHaveCount(0)
  await expect(dashboard.widget('Fine')).toContainText(/\d/)
})

test('pages are added, renamed, moved and closed; leaving with changes asks for confirmation', async ({
  logyard,
  page,
}) => {
  const { id } = await makeDashboard(logyard, [[count('First', '')], [count('Second', '')]])
  await logyard.signIn(page, logyard.admin)
  const dashboard = dashboardPage(page)
  await dashboard.open(id)
  await dashboard.edit()
  await dashboard.tab('Page 2').click()
  await expect(dashboard.widget('Second')).toBeVisible()
  expect(page.url()).toContain('page=page-1')
  await dashboard.pageMenu('Edit title')
  await page.getByRole('textbox', { name: 'Title' }).fill('Errors')
  await page.keyboard.press('Enter')
  await dashboard.pageMenu('Move left')
  await expect(page.getByRole('tab')).toHaveText(['Errors', 'Page 2'])
  await dashboard.pageMenu('Duplicate')
  await expect(dashboard.tab('Errors (Copy)')).toHaveAttribute('aria-selected', 'true')
  await dashboard.act('Second', 'Move to page')
  await dialog(page, 'Choose target page').answer('Move widget')
  await expect(dashboard.tab('Errors').first()).toHaveAttribute('aria-selected', 'true')
  await expect(dashboard.widget('Second')).toHaveCount(2)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(dashboard.widget('Second')).toHaveCount(1)
  await page.getByRole('link', { name: 'Streams' }).click()
  const question = dialog(page, 'Leave without saving?')
  await question.answer('Stay on this page')
  await expect(question.box).toBeHidden()
  await expect(dashboard.tab('Errors').first()).toBeVisible()
})

test('full screen shows the pages named by its address in turn, without editing controls', async ({
  logyard,
  page,
}) => {
  const { id, title } = await makeDashboard(logyard, [
    [count('First', '')],
    [count('Second', '')],
    [count('Third', ''), histogram('Below', { col: 1, row: 3, width: 12, height: 6 })],
  ])
  await logyard.signIn(page, logyard.admin)
  // Long enough to check the page.
  await page.goto(`dashboards/tv/${id}?interval=600&refresh=60&tabs=2,0`)
  const dashboard = dashboardPage(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(dashboard.widget('Third')).toBeVisible()
  // All rows share the height of the screen.
  await expect(dashboard.widget('Below')).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(dashboard.menuOf('Third')).toHaveCount(0)
  await page.goto(`dashboards/tv/${id}?interval=2&refresh=60&tabs=2,0`)
  await expect(dashboard.widget('Third')).toBeVisible()
  await expect(dashboard.widget('First')).toBeVisible()
  await expect(dashboard.widget('Third')).toBeVisible()
  await expect(dashboard.widget('Second')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.waitForURL(new RegExp(`dashboards/${id}$`))
})

test('a dashboard is exported to a file and imported from it', async ({ logyard, page }) => {
  const { id, title } = await makeDashboard(logyard, [[count('How many', '')]])
  await logyard.signIn(page, logyard.admin)
  const dashboard = dashboardPage(page)
  await dashboard.open(id)
  await expect(dashboard.widget('How many')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await dashboard.menu('Export as file')
  const download = await downloading
  const file = await readFile(await download.path(), 'utf8')
  const dashboards = dashboardsPage(page)
  await dashboards.open()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import from file' }).click()
  const chooser = await choosing
  await chooser.setFiles({ name: 'shop.json', mimeType: 'application/json', buffer: Buffer.from(file) })
  await expect(toast(page, `"${title}" was imported.`)).toBeVisible()
  await expect(dashboard.widget('How many')).toBeVisible()
  expect(page.url()).not.toContain(id)
})
