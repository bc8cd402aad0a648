/** Hostile texts in user actions: opening messages, saving files, following links, signing in. */

import { readFile } from 'node:fs/promises'
import { rounds } from '@logyard/server/testing/rounds'
import { expect, expectOnlyText, test, touchEverything, witnessOf } from '../fixtures/hostile.ts'
import { loginPage } from '../pages/login.ts'
import { searchPage } from '../pages/search.ts'

test('a message full of scripts stays text when it is opened, highlighted, aggregated and shown in context', async ({
  logyard,
  page,
  hostile,
  witness,
}) => {
  test.setTimeout(480_000)
  await logyard.signIn(page, logyard.admin)
  const search = searchPage(page)
  await search.open(`/${hostile.savedSearchId}`)
  const opener = page.getByRole('button', { name: /^Show the details of the message/ })
  await expect(opener.first()).toBeVisible({ timeout: 120_000 })
  await expect(page.locator('mark').first()).toBeVisible()
  const total = await opener.count()
  for (let row = 0; row < total; row += 1) {
    // An expanded button is no longer counted as collapsed.
    await opener.first().click()
    await expectOnlyText(page, `message ${row}`)
  }
  const detail = page.getByRole('row').filter({ hasText: 'Stored in index' }).first()
  await expect(detail.getByText(hostile.texts.addresses[0] ?? '', { exact: true }).first()).toBeVisible()
  await expect(detail.getByRole('link', { name: /^https:\/\/example\.org/ })).toHaveCount(0)
  for (const menu of ['Show surrounding messages', 'Test against stream']) {
    await detail.getByRole('button', { name: 'More actions' }).click()
    // Its menu opens under the pointer, and may then cover it.
    await page.getByRole('menuitem', { name: menu }).hover()
    await expect(page.getByRole('menu')).toHaveCount(2)
    await expectOnlyText(page, menu)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await touchEverything(page, 'messages')
  await expect(search.fields).toBeVisible()
  await touchEverything(page, 'fields')
  expect(witness.events).toEqual([])
})

const FILE_TYPES = [
  ['Data (CSV)', 'csv'],
  ['Image (PNG)', 'png'],
  ['Image (SVG)', 'svg'],
] as const

test('exports of a chart with hostile names run nothing and have harmless file names', async ({
  logyard,
  page,
  hostile,
  witness,
  browser,
}) => {
  test.setTimeout(480_000)
  await logyard.signIn(page, logyard.admin)
  await page.goto(`dashboards/${hostile.dashboardId}`)
  const menu = page.getByRole('button', { name: /^Actions for pie / })
  for (const [item, extension] of FILE_TYPES) {
    await menu.click()
    await page.getByRole('menuitem', { name: 'Save as file' }).hover()
    const downloading = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: item }).click()
    const download = await downloading
    const name = download.suggestedFilename()
    expect(name).toMatch(new RegExp(`^pie-[^\\p{Cc}\\p{Cf}/\\\\<>:"|?*]{1,120}\\.${extension}$`, 'u'))
    if (extension !== 'svg') continue
    // No policy protects an exported file: its content must be safe by itself.
    const apart = await browser.newContext()
    const fileWitness = await witnessOf(apart, 'file:')
    const file = await apart.newPage()
    await file.setContent(await readFile(await download.path(), 'utf8'))
    await expect(file.locator('svg').first()).toBeVisible()
    await expectOnlyText(file, name)
    await apart.close()
    expect(fileWitness.events).toEqual([])
  }
  expect((await page.pdf()).length).toBeGreaterThan(1000)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expectOnlyText(page, 'print')
  expect(witness.events).toEqual([])
})

test('spreadsheet formulas in an exported table are escaped', async ({ logyard, page, hostile, witness }) => {
  await logyard.signIn(page, logyard.admin)
  const search = searchPage(page)
  await search.open(`/${hostile.savedSearchId}`)
  await search.menu('Export to CSV or JSON')
  const { box } = search.exportDialog()
  await expectOnlyText(page, 'export')
  const downloading = page.waitForEvent('download')
  await box.getByRole('button', { name: 'Start download' }).click()
  const name = (await downloading).suggestedFilename()
  expect(name).toMatch(/^Hostile[^\p{Cc}\p{Cf}/\\<>:"|?*]{1,190}\.csv$/u)
  expect(witness.events).toEqual([])
})

test('very long texts leave all actions visible', async ({ logyard, page, hostile, witness }) => {
  test.setTimeout(480_000)
  await logyard.signIn(page, logyard.admin)
  await page.goto('streams')
  const row = page
    .getByRole('row')
    .filter({ hasText: /\d rules?$|\d rules?\D/ })
    .first()
  await expect(row.getByRole('button').last()).toBeInViewport({ timeout: 120_000 })
  await page.goto(`dashboards/${hostile.dashboardId}`)
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveCount(2, { timeout: 120_000 })
  for (const tab of await tabs.all()) {
    const isCut = await tab.evaluate((element) => element.scrollWidth <= element.clientWidth)
    expect(isCut, 'a title stays within its tab').toBe(true)
  }
  await page.goto('system/overview')
  const told = page.getByRole('alert')
  await expect(told.first()).toBeVisible({ timeout: 120_000 })
  for (const one of await told.all()) await expect(one.getByRole('button')).toBeInViewport()
  expect(witness.events).toEqual([])
})

/** The query parameters that pages read, added to each link. */
const PARAMETERS = [
  'q',
  'rangetype',
  'relative',
  'from',
  'to',
  'keyword',
  'streams',
  'highlightMessage',
  'interval',
  'width',
  'fields',
  'show',
  'page',
  'query',
  'filter',
  'refresh',
  'tabs',
  'failure',
  'input',
  'reason',
  'since',
  'index',
  'message_id',
  'sort',
  'order',
  'next',
  'redirect',
  'returnTo',
] as const

const EVERY_SCREEN = [
  'search',
  'streams',
  'dashboards',
  'system/inputs',
  'system/indices/failures',
  'system/users',
] as const
/** All pages read their links with the same code, so a few of them are enough. */
const LINKED = EVERY_SCREEN.slice(0, rounds(3, EVERY_SCREEN.length))

for (const path of LINKED) {
  test(`a link to ${path} cannot inject a script`, async ({ logyard, page, hostile, witness }, testInfo) => {
    test.setTimeout(480_000)
    // The link may name an entity that does not exist.
    for (const description of ['400', '404']) testInfo.annotations.push({ type: 'expects-status', description })
    await logyard.signIn(page, logyard.admin)
    const { markup, loading, templates, addresses } = hostile.texts
    for (const text of [markup, loading, templates, ...addresses]) {
      const values = new URLSearchParams(PARAMETERS.map((name) => [name, text]))
      await page.goto(`${path}?${values}#${encodeURIComponent(text)}`)
      await expect(page.getByRole('main')).toBeVisible()
      await expectOnlyText(page, `${path} with ${text}`)
    }
    for (const rangetype of ['absolute', 'keyword', 'relative']) {
      const values = new URLSearchParams(PARAMETERS.map((name) => [name, name === 'rangetype' ? rangetype : markup]))
      await page.goto(`${path}?${values}`)
      await expect(page.getByRole('main')).toBeVisible()
      await expectOnlyText(page, `${path} with ${rangetype}`)
    }
    expect(witness.events).toEqual([])
  })
}

/** Each would lead to another server if it were interpreted as a full address. */
const ELSEWHERE = [
  '/evil.example/search',
  '/evil.example/%2e%2e/',
  '/\\evil.example/',
  '/%5cevil.example/',
  '/%2f%2fevil.example/',
  '%2f%2fevil.example/',
  '?next=https://evil.example/&redirect=//evil.example/&returnTo=javascript:stolen(1)',
  '#//evil.example/',
] as const

test('signing in never redirects to another server', async ({ logyard, page, witness }, testInfo) => {
  // Some of them are not-found pages.
  for (const description of ['400', '403', '404']) testInfo.annotations.push({ type: 'expects-status', description })
  const { origin } = new URL(logyard.url)
  for (const path of ELSEWHERE) {
    const answer = await page.goto(`${logyard.url}${path}`)
    expect(new URL(page.url()).origin).toBe(origin)
    if (answer?.ok() === true) {
      await loginPage(page).signIn(logyard.admin)
      await expect(page.getByRole('main')).toBeVisible()
      await expect(loginPage(page).heading).toBeHidden()
      expect(new URL(page.url()).origin).toBe(origin)
    }
    await expectOnlyText(page, path)
    await page.goto(logyard.url)
    await page.evaluate(() => localStorage.clear())
    await page.context().clearCookies()
  }
  expect(witness.events).toEqual([])
})

test('a user with a hostile name signs in, and the start page stays on the server', async ({
  logyard,
  page,
  hostile,
  witness,
}, testInfo) => {
  for (const description of ['400', '404']) testInfo.annotations.push({ type: 'expects-status', description })
  await page.goto('./')
  await loginPage(page).signIn(hostile.user)
  await expect(page.getByRole('main')).toBeVisible()
  expect(new URL(page.url()).origin).toBe(new URL(logyard.url).origin)
  await touchEverything(page, 'start page')
  await page.keyboard.press('ControlOrMeta+k')
  await expectOnlyText(page, 'command palette')
  expect(witness.events).toEqual([])
})
