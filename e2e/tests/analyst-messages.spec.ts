/** What analysts do with messages: find and read one, filter by its values, show the messages around it. */
import type { Page } from '@playwright/test'
import { analyst } from '../fixtures/analyst.ts'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { toast } from '../pages/toasts.ts'

/** The copied link; the clipboard may be written a moment after the notification. */
async function copiedLink(page: Page): Promise<string> {
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(clipboard).toMatch(/\/messages\/[^/]+\/[^/]+$/)
  return clipboard()
}

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']))

const PAYMENTS = [
  { short_message: 'payment refused', _order: 'A-17', _customer: 'ada' },
  { short_message: 'payment accepted', _order: 'A-18', _customer: 'bob' },
]

test('a message is found by a field, opened, and its link copied', async ({ logyard, page }) => {
  const { search, mine } = await analyst(logyard, page, PAYMENTS)
  await search.open()
  await search.search(`${mine} AND order:A\\-17`)
  await expect(search.found(1)).toBeVisible()
  await search.message('payment refused').click()
  await expect(search.value('customer', 'ada')).toBeVisible()
  await expectAccessible(page)
  await search.detail.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(toast(page, 'Copied')).toBeVisible()
  await page.goto(await copiedLink(page))
  await expect(page.getByRole('heading', { level: 1, name: /^Message / })).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Message text' })).toHaveText('payment refused')
})

test('a message is found by a field, opened, and its link copied by keyboard', async ({ logyard, page }) => {
  const { search, keys, mine } = await analyst(logyard, page, PAYMENTS)
  await search.open()
  await expect(search.run).toBeVisible()
  await keys.press('/')
  await keys.type(`${mine} AND order:A\\-17`)
  await keys.press('Escape', 'Enter')
  await expect(search.opener).toHaveCount(1)
  await keys.goTo(search.run)
  await keys.press('j')
  await expect(search.opener).toBeFocused()
  await keys.press('o')
  await expect(search.value('customer', 'ada')).toBeVisible()
  await keys.press('.')
  await expect(toast(page, 'Copied')).toBeVisible()
  const link = await copiedLink(page)
  await keys.use(search.detail.getByRole('button', { name: 'More actions' }))
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  // Before the focus is in the menu, Escape closes the message.
  await expect(page.locator('[role="menu"]:focus-within')).toBeVisible()
  await keys.press('Escape')
  await expect(search.detail.getByRole('button', { name: 'More actions' })).toBeFocused()
  await expect(search.value('customer', 'ada')).toBeVisible()
  await keys.press('Escape')
  await expect(search.detail).toHaveCount(0)
  await expect(search.opener).toBeFocused()
  await page.goto(link)
  await expect(page.getByRole('figure', { name: 'Message text' })).toHaveText('payment refused')
})

/** One message a second within the last minute. */
const inOrder = <Message extends object>(messages: readonly Message[]) =>
  messages.map((message, second) => ({ ...message, timestamp: Date.now() / 1000 - 60 + second }))

const SIGN_INS = [
  { host: 'web-1', short_message: 'signed in', _customer: 'ada' },
  { host: 'web-1', short_message: 'signed out', _customer: 'bob' },
  { host: 'web-2', short_message: 'signed in', _customer: 'bob' },
]

test('values are added to the query and excluded, and both are undone', async ({ logyard, page }) => {
  const { search, mine } = await analyst(logyard, page, inOrder(SIGN_INS))
  await search.openWith(mine)
  await expect(search.found(3)).toBeVisible()
  await search.cell('web-1').first().click()
  await page.getByRole('menuitem', { name: 'Add to query' }).click()
  await expect(search.found(2)).toBeVisible()
  await expect(search.query).toHaveText(mine)
  await expect(search.filter('source: web-1')).toBeVisible()
  await search.message('signed out').click()
  await search.value('customer', 'bob').click()
  await page.getByRole('menuitem', { name: 'Exclude from results' }).click()
  await expect(search.found(1)).toBeVisible()
  await search.menu('Undo')
  await search.menu('Undo')
  await expect(search.found(3)).toBeVisible()
  await search.menu('Redo')
  await expect(search.found(2)).toBeVisible()
})

test('values are added to the query and excluded, and both are undone by keyboard', async ({ logyard, page }) => {
  const { search, keys, mine } = await analyst(logyard, page, inOrder(SIGN_INS))
  await search.openWith(mine)
  await expect(search.opener).toHaveCount(3)
  await keys.press('j')
  await expect(search.opener.first()).toBeFocused()
  await keys.press('ArrowDown')
  await expect(search.opener.nth(1)).toBeFocused()
  await keys.goTo(search.cell('web-1').first())
  await keys.press('f')
  await expect(search.found(2)).toBeVisible()
  await expect(search.query).toHaveText(mine)
  await expect(search.filter('source: web-1')).toBeVisible()
  await keys.press('k', 'o')
  await keys.use(search.value('customer', 'bob'))
  await keys.choose('Exclude from results')
  await expect(search.found(1)).toBeVisible()
  await keys.press('ControlOrMeta+z', 'ControlOrMeta+z')
  await expect(search.found(3)).toBeVisible()
  await keys.press('ControlOrMeta+Shift+z')
  await expect(search.found(2)).toBeVisible()
})

test('the statistics of a field filter by its values', async ({ logyard, page }) => {
  const { search, mine } = await analyst(logyard, page, inOrder(SIGN_INS))
  await search.openWith(mine)
  await expect(search.found(3)).toBeVisible()
  await expect(search.fields.getByRole('listitem').filter({ hasText: 'customer' })).toContainText('100%')
  await search.fields.getByRole('button', { name: 'Statistics of customer', exact: true }).click()
  const figures = search.statistics('customer')
  await expect(figures).toContainText('In 3 of 3 messages')
  await expectAccessible(page)
  await figures.getByRole('button', { name: 'Without bob' }).click()
  await expect(search.found(1)).toBeVisible()
})

test('the statistics of a field filter by its values by keyboard', async ({ logyard, page }) => {
  const { search, keys, mine } = await analyst(logyard, page, inOrder(SIGN_INS))
  await search.openWith(mine)
  await expect(search.found(3)).toBeVisible()
  await keys.press('/')
  await keys.goTo(search.fields.getByRole('textbox', { name: 'Filter fields' }))
  await keys.type('mer cust')
  const opener = search.fields.getByRole('button', { name: 'Statistics of customer', exact: true })
  await keys.use(opener)
  const figures = search.statistics('customer')
  await expect(figures).toContainText('In 3 of 3 messages')
  await keys.use(figures.getByRole('button', { name: 'Without bob' }))
  await expect(search.found(1)).toBeVisible()
  await keys.press('Escape')
  await expect(figures).toBeHidden()
  await expect(opener).toBeFocused()
})

const STEPS = ['started', 'connected', 'failed', 'retried', 'stopped'].map((step) => ({
  short_message: `worker ${step}`,
  _step: step,
}))

/** Finds the fields that the context does not offer by itself. */
const moreFields = (page: Page) => page.getByRole('combobox', { name: 'More fields' })

test('the messages around a message are shown in place', async ({ logyard, page }) => {
  const { search, mine } = await analyst(logyard, page, inOrder(STEPS))
  await search.openWith(`${mine} AND step:failed`)
  await expect(search.found(1)).toBeVisible()
  await search.message('worker failed').click()
  await search.detail.getByRole('button', { name: 'Context' }).click()
  await moreFields(page).fill('run')
  await page.getByRole('option', { name: /^run / }).click()
  await expect(search.context.getByRole('listitem')).toContainText(STEPS.map(({ short_message }) => short_message))
  await expectAccessible(page)
})

test('the messages around a message are shown in place by keyboard', async ({ logyard, page }) => {
  const { search, keys, mine } = await analyst(logyard, page, inOrder(STEPS))
  await search.openWith(`${mine} AND step:failed`)
  await expect(search.opener).toHaveCount(1)
  await keys.press('j')
  await expect(search.opener.first()).toBeFocused()
  await keys.press('c')
  await keys.goTo(moreFields(page))
  await keys.type('run')
  await expect(page.getByRole('option', { name: /^run / })).toBeVisible()
  await keys.press('Enter')
  await expect(search.context.getByRole('checkbox', { name: /^run / })).toBeChecked()
  await expect(search.context.getByRole('listitem')).toContainText(STEPS.map(({ short_message }) => short_message))
  await keys.press('Escape')
  await expect(search.context).toHaveCount(0)
  await expect(search.opener).toBeFocused()
})
