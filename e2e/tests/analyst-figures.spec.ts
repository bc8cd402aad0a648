/** What analysts do to summarize many messages: charts of a field, patterns, comparison with the previous period. */
import { analyst } from '../fixtures/analyst.ts'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'

const REQUESTS = ['/cart', '/cart', '/cart', '/pay'].map((path) => ({ short_message: `GET ${path}`, _path: path }))
const CART_THRICE = /^\/cart.* 3: /
const TOP_PATHS = 'Top values of path'

test('the top values of a field become a chart, and its type is changed', async ({ logyard, page }) => {
  const { search, mine } = await analyst(logyard, page, REQUESTS)
  await search.openWith(mine)
  await expect(search.found(4)).toBeVisible()
  await search.fields.getByRole('button', { name: 'Statistics of path', exact: true }).click()
  await search.statistics('path').getByRole('button', { name: 'Show top values' }).click()
  await expect(search.statistics('path')).toHaveCount(0)
  const widget = search.widget(TOP_PATHS)
  await expect(widget.getByRole('row', { name: CART_THRICE })).toBeVisible()
  await search.widgetMenu(TOP_PATHS).click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  const editor = search.editor(TOP_PATHS)
  await editor.getByRole('combobox', { name: 'Visualization type' }).click()
  await page.getByRole('option', { name: 'Pie chart' }).click()
  await expect(editor.getByRole('img', { name: /^Pie chart/ })).toBeVisible()
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(widget.getByRole('img', { name: /^Pie chart/ })).toBeVisible()
})

test('the top values of a field become a chart, and its type is changed by keyboard', async ({ logyard, page }) => {
  const { search, keys, mine } = await analyst(logyard, page, REQUESTS)
  await search.openWith(mine)
  await expect(search.found(4)).toBeVisible()
  await keys.press('/')
  await keys.goTo(search.fields.getByRole('textbox', { name: 'Filter fields' }))
  await keys.type('path')
  const field = search.fields.getByRole('button', { name: 'Actions for the field path', exact: true })
  await keys.use(field)
  await keys.choose('Show top values')
  const widget = search.widget(TOP_PATHS)
  await expect(widget.getByRole('row', { name: CART_THRICE })).toBeVisible()
  await expect(field).toBeFocused()
  await keys.use(search.widgetMenu(TOP_PATHS))
  await keys.choose('Edit')
  const editor = search.editor(TOP_PATHS)
  await keys.goTo(editor.getByRole('combobox', { name: 'Visualization type' }))
  await keys.press('Enter')
  await keys.pick('Pie chart')
  await expect(editor.getByRole('img', { name: /^Pie chart/ })).toBeVisible()
  await keys.useBack(editor.getByRole('button', { name: 'Save' }))
  await expect(widget.getByRole('img', { name: /^Pie chart/ })).toBeVisible()
  await expect(search.widgetMenu(TOP_PATHS)).toBeFocused()
})

const minutesAgo = (minutes: number) => ({ timestamp: Date.now() / 1000 - minutes * 60 })
const inTwoPeriods = () =>
  [1, 2, 7].map((minutes) => ({ short_message: `${minutes} minutes ago`, ...minutesAgo(minutes) }))

test('the histogram is compared with the previous period', async ({ logyard, page }) => {
  const { search, mine } = await analyst(logyard, page, inTwoPeriods())
  await search.openWith(mine)
  await expect(search.found(2)).toBeVisible()
  await search.widgetMenu('Message count').click()
  await page.getByRole('menuitem', { name: 'Compare with previous period' }).click()
  await expect(search.widget('Message count').getByText('Previous period')).toBeVisible()
  await expectAccessible(page)
  await search.widgetMenu('Message count').click()
  await page.getByRole('menuitem', { name: 'Stop comparing' }).click()
  await expect(search.widget('Message count').getByText('Previous period')).toHaveCount(0)
})

test('the histogram is compared with the previous period by keyboard', async ({ logyard, page }) => {
  const { search, keys, mine } = await analyst(logyard, page, inTwoPeriods())
  await search.openWith(mine)
  await expect(search.found(2)).toBeVisible()
  await keys.press('/')
  await keys.use(search.widgetMenu('Message count'))
  await keys.choose('Compare with previous period')
  await expect(search.widgetMenu('Message count')).toBeFocused()
  await expect(search.widget('Message count').getByText('Previous period')).toBeVisible()
  await keys.press('Enter')
  await keys.choose('Stop comparing')
  await expect(search.widget('Message count').getByText('Previous period')).toHaveCount(0)
  await expect(search.widgetMenu('Message count')).toBeFocused()
})

const JOBS = [12, 480, 77].map((ms) => ({ short_message: `job ran for ${ms} ms` }))
const JOBS_AND_MORE = [...JOBS, { short_message: 'queue is empty' }]
const JOB_PATTERN = 'job ran for * ms'

test('patterns are listed, and one of them opens its messages', async ({ logyard, page }) => {
  const { search, mine } = await analyst(logyard, page, JOBS_AND_MORE)
  await search.openWith(mine)
  await expect(search.found(4)).toBeVisible()
  await search.chooseMode('Patterns')
  await expect(page.getByText('2 of 2 patterns in 4 messages')).toBeVisible()
  await expectAccessible(page)
  await search.pattern('Without this pattern', 'queue is empty').click()
  await expect(page.getByText('1 of 1 pattern in 3 messages')).toBeVisible()
  await search.pattern('Show messages', JOB_PATTERN).click()
  await expect(search.found(3)).toBeVisible()
  await expect(search.message('job ran for 480 ms')).toBeVisible()
})

test('patterns are listed, and one of them opens its messages by keyboard', async ({ logyard, page }) => {
  const { search, keys, mine } = await analyst(logyard, page, JOBS_AND_MORE)
  await search.openWith(mine)
  await expect(search.found(4)).toBeVisible()
  await keys.press('p')
  await expect(page.getByText('2 of 2 patterns in 4 messages')).toBeVisible()
  await keys.use(search.pattern('Without this pattern', 'queue is empty'))
  await expect(page.getByText('1 of 1 pattern in 3 messages')).toBeVisible()
  await keys.goTo(search.pattern('Show messages', JOB_PATTERN))
  await keys.press('Enter')
  await expect(search.opener).toHaveCount(3)
  await keys.press('j')
  await expect(search.opener.first()).toBeFocused()
})
