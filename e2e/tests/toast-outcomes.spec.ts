/** How outcomes of operations are told in toasts; `console/src/messages/toasts.txt` lists the texts. */
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { frame } from '../pages/frame.ts'

test('a toast tells why an operation failed, stays while the pointer is on it, and another tells the success', async ({
  logyard,
  page,
}, testInfo) => {
  testInfo.annotations.push({ type: 'expects-status', description: '400' })
  await logyard.signIn(page, logyard.admin)
  const taken = logyard.unique('Role for toasts')
  await logyard.api.call('POST', '/roles', { name: taken, description: '', permissions: ['streams:read'] })
  await page.clock.install()
  await page.goto('system/roles/new')
  const name = page.getByRole('textbox', { name: 'Name' })
  const create = page.getByRole('button', { name: 'Create', exact: true })
  await name.fill(taken)
  await create.click()
  const failure = toastOf(page, 'Creating role failed with status: ')
  await expect(failure).toHaveText(/^Could not create role.*already exists.* - Bad Request$/)
  await create.click()
  await expect(create).toBeEnabled()
  await expect(failure).toHaveCount(1)
  await expectAccessible(page)

  await failure.hover()
  await page.clock.runFor(30_000)
  await expect(failure).toBeVisible()
  await frame(page).navigation.hover()
  await page.clock.runFor(30_000)
  await expect(failure).toHaveCount(0)

  await name.fill(logyard.unique('New role'))
  await create.click()
  const success = page.getByRole('status').filter({ hasText: 'was created successfully' })
  await expect(success).toBeVisible()
  await success.getByRole('button', { name: 'Close' }).click()
  await page.clock.runFor(1_000)
  await expect(success).toHaveCount(0)
})

test('a toast tells that a page could not be loaded, and a form shows an invalid field without one', async ({
  logyard,
  page,
}, testInfo) => {
  for (const status of ['400', '500', '503']) testInfo.annotations.push({ type: 'expects-status', description: status })
  await logyard.signIn(page, logyard.admin)
  const reason = { type: 'ApiError', message: 'the disk is gone' }
  await respond(page, 'GET', 'streams/paginated', 503, reason)
  await page.goto('streams')
  await expect(toastOf(page, 'Loading streams failed with status: ')).toHaveText(
    'Could not load streamsLoading streams failed with status: Service Unavailable',
  )

  await page.goto('system/lookuptables/data_adapters/create')
  await page.getByRole('button', { name: 'Values kept in Logyard' }).click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Toasted')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('toasted')
  const create = page.getByRole('button', { name: 'Create', exact: true })
  const violation = { message: 'is not good', path: 'title', invalid_value: '', message_template: '{bad}' }
  await respond(page, 'POST', 'system/lookup/adapters', 400, [violation])
  await create.click()
  await expect(page.getByText('is not good', { exact: true })).toBeVisible()
  await respond(page, 'POST', 'system/lookup/adapters', 500, reason)
  await create.click()
  // The only one: the invalid field made none.
  const failure = toastOf(page, 'Creating lookup table data adapter failed with status: ')
  await expect(failure).toHaveText(/the disk is gone - Internal Server Error$/)
})

const toastOf = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

/** Responds to an operation in place of the server, from now on. */
async function respond(page: Page, method: string, path: string, status: number, json: unknown): Promise<void> {
  await page.route(
    (url) => url.pathname.endsWith(`/api/${path}`),
    (route) => (route.request().method() === method ? route.fulfill({ status, json }) : route.fallback()),
  )
}
