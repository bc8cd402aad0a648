import type { Page } from '@playwright/test'
import { createApi } from '../fixtures/api.ts'
import { gelfSender } from '../fixtures/gelf.ts'
import { expect, type Logyard, test } from '../fixtures/logyard.ts'
import { searchPage } from '../pages/search.ts'

/** Each message is compared with each of these, which takes the engine many seconds. None of them matches. */
const PATTERNS = Array.from('0123456789').flatMap((digit) =>
  Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `/.*${digit}.*5.*${letter}.*/`),
)
const LONG_TEXT = '1234567890'.repeat(3000)
const MESSAGES = 1000
const DEFAULT_STREAM = '000000000000000000000001'

async function slowQuery(logyard: Logyard): Promise<string> {
  const run = logyard.unique('slow')
  const gelf = await gelfSender(logyard, run)
  await gelf.send(...Array.from({ length: MESSAGES }, () => ({ short_message: 'long', full_message: LONG_TEXT })))
  return `run:"${run}" AND full_message:(${PATTERNS.join(' OR ')})`
}

const reader = (logyard: Logyard, label: string) =>
  logyard.createUser(label, { permissions: [`streams:read:${DEFAULT_STREAM}`] })

/** Before anything runs: the page is slow to open, and what runs is stopped after a minute. */
async function administratorLooks(logyard: Logyard, page: Page) {
  await logyard.signIn(page, logyard.admin)
  await page.goto('system/running-searches')
  await expect(page.getByRole('heading', { name: 'Running searches' })).toBeVisible()
}

const rowOf = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Running searches' }).getByRole('row').filter({ hasText: text })

test('a search goes on in the background: its owner and administrators see it, and an administrator stops it', async ({
  logyard,
  page,
  elsewhere,
}) => {
  const query = await slowQuery(logyard)
  const [owner, other] = [await reader(logyard, 'owner'), await reader(logyard, 'other')]
  await administratorLooks(logyard, page)
  await logyard.signIn(elsewhere, owner)
  const search = searchPage(elsewhere)
  await search.openWith(query)
  await elsewhere.getByRole('button', { name: 'Go on in background' }).click()
  await elsewhere.getByRole('link', { name: 'Goes on in background' }).click()
  const own = rowOf(elsewhere, 'run:')
  await expect(own).toContainText('Running')
  await expect(elsewhere.getByRole('columnheader', { name: 'Owner' })).toHaveCount(0)

  // Another user sees nothing of it.
  const list = createApi(logyard.url, other.username, other.password).call('GET', '/logyard/search/jobs')
  expect(await list).toMatchObject({ status: 200, body: { searches: [] } })

  const shown = rowOf(page, owner.username)
  await expect(shown).toContainText('run:')
  await expect(shown.getByRole('link', { name: 'Open result' })).toHaveCount(0)
  await shown.getByRole('button', { name: 'Stop' }).click()
  await expect(shown).toContainText('Stopped')
  await expect(own).toContainText('Stopped')
  await expect(own.getByRole('link', { name: 'Open result' })).toBeVisible()
})

test('a table of SQL shows its progress, is listed with its owner, and is stopped by an administrator or its owner', async ({
  logyard,
  page,
  elsewhere,
}) => {
  test.info().annotations.push({ type: 'expects-status', description: '409' })
  const query = await slowQuery(logyard)
  const owner = await reader(logyard, 'owner')
  await administratorLooks(logyard, page)
  await logyard.signIn(elsewhere, owner)
  await elsewhere.goto(`search/sql?q=${encodeURIComponent(query)}&rangetype=relative&relative=3600`)
  await expect(elsewhere.getByRole('progressbar', { name: 'Computing the table' })).toBeVisible()

  const shown = rowOf(page, owner.username)
  await expect(shown).toContainText('SQL')
  await shown.getByRole('button', { name: 'Stop' }).click()
  const stopped = elsewhere.getByText('Stopped', { exact: true })
  await expect(stopped).toBeVisible()
  await expect(shown).toHaveCount(0)

  // The owner stops it without leaving the page.
  await elsewhere.getByRole('button', { name: 'Run again' }).click()
  await expect(stopped).toBeHidden()
  await elsewhere.getByRole('button', { name: 'Stop searching' }).click()
  await expect(stopped).toBeVisible()
  await expect(elsewhere.getByRole('progressbar', { name: 'Computing the table' })).toHaveCount(0)
  await expect(shown).toHaveCount(0)
})
