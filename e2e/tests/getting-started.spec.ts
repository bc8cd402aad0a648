import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { freePort } from '@logyard/server/testing/free-port'
import { ADMIN_PASSWORD, startServer } from '@logyard/server/testing/server-process'
import { createApi } from '../fixtures/api.ts'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { gettingStartedPage } from '../pages/getting-started.ts'
import { indexSetsPage } from '../pages/index-sets.ts'
import { loginPage } from '../pages/login.ts'

const run = promisify(execFile)

test('a new installation guides to its first message, and the steps are ticked off', async ({ page }) => {
  test.slow()
  await using server = await startServer()
  await page.goto(server.url)
  await loginPage(page).signIn({ username: 'admin', password: ADMIN_PASSWORD })
  const guide = gettingStartedPage(page)
  await expect(guide.heading).toBeVisible()
  await expect(guide.open('Start an input')).toBeVisible()
  await expectAccessible(page)

  const api = createApi(server.url, 'admin', ADMIN_PASSWORD)
  const { status } = await api.call('POST', '/system/inputs', {
    title: 'First input',
    type: 'org.graylog2.inputs.gelf.http.GELFHttpInput',
    global: true,
    configuration: { bind_address: '127.0.0.1', port: await freePort() },
  })
  expect(status).toBe(201)
  await expect(guide.done('Start an input')).toBeVisible()
  await expect(guide.open('Send a first message')).toBeVisible()

  await run('bash', ['-c', (await guide.command.textContent()) ?? ''])
  await expect(guide.done('Send a first message')).toBeVisible()
  await expect(guide.done('See it arrive')).toBeVisible()
  await expectAccessible(page)

  await guide.dismiss.click()
  await expect(guide.heading).toBeHidden()
  await page.goto(server.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(guide.heading).toBeHidden()

  await page.goto(new URL('system/indices', server.url).href)
  await indexSetsPage(page).failures.click()
  await expect(page.getByText('Hurray! There are not any indexer failures.')).toBeVisible()
  await expectAccessible(page)
  // The page would continue to poll, and the server stops before the page closes.
  await page.close()
})

test('the help menu opens the guide, which cannot be dismissed from there', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  await page.goto('system/overview')
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: 'Getting Started' }).click()
  const guide = gettingStartedPage(page)
  await expect(guide.heading).toBeVisible()
  await expect(guide.dismiss).toHaveCount(0)
})
