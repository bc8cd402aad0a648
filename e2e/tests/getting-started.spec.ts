import { createSocket } from 'node:dgram'
import { promisify } from 'node:util'
import { ADMIN_PASSWORD, startServer } from '@logyard/server/testing/server-process'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { gettingStartedPage } from '../pages/getting-started.ts'
import { indexSetsPage } from '../pages/index-sets.ts'
import { loginPage } from '../pages/login.ts'

async function sendGelf(port: number, message: object): Promise<void> {
  const socket = createSocket('udp4')
  const send = promisify((bytes: Buffer, sent: (error: Error | null) => void) =>
    socket.send(bytes, port, '127.0.0.1', sent),
  )
  await send(Buffer.from(JSON.stringify(message)))
  socket.close()
}

test('a new installation guides to its first message, and the steps are ticked off', async ({ page }) => {
  test.slow()
  await using server = await startServer()
  await page.goto(server.url)
  await loginPage(page).signIn({ username: 'admin', password: ADMIN_PASSWORD })
  const guide = gettingStartedPage(page)
  await expect(guide.heading).toBeVisible()
  await expect(guide.open('Start an input')).toBeVisible()
  await expectAccessible(page)

  await guide.startBoth.click()
  await expect(guide.done('Start an input')).toBeVisible()
  await expect(guide.open('Send a first message')).toBeVisible()

  const [, port] = /nc -u -w1 \S+ (\d+)/.exec((await guide.command.textContent()) ?? '') ?? []
  await sendGelf(Number(port), { version: '1.1', host: 'web-7', short_message: 'first light' })
  await expect(guide.done('Send a first message')).toBeVisible()
  await expect(guide.done('See it arrive')).toContainText('first light')
  await expectAccessible(page)
  await guide.openInSearch.click()
  await expect(page.getByText('first light').first()).toBeVisible()

  await page.goto(new URL('system/inputs', server.url).href)
  await page.getByRole('link', { name: 'Getting started' }).click()
  await guide.dismiss.click()
  await expect(guide.heading).toBeHidden()
  await page.goto(server.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(guide.heading).toBeHidden()

  await page.goto(new URL('system/indices', server.url).href)
  await indexSetsPage(page).failures.click()
  await expect(page.getByText('No failures')).toBeVisible()
  await expectAccessible(page)
  // The page would continue to poll, and the server stops before the page closes.
  await page.close()
})

test('the help menu opens the guide, which cannot be dismissed from there', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  await page.goto('system/overview')
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: 'Getting started' }).click()
  const guide = gettingStartedPage(page)
  await expect(guide.heading).toBeVisible()
  await expect(guide.dismiss).toHaveCount(0)
})
