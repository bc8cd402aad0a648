import { ADMIN_PASSWORD, startServer } from '@logyard/server/testing/server-process'
import type { Page } from '@playwright/test'
import { createApi } from '../fixtures/api.ts'
import { test as base, expect, expectAccessible, expectFitsWidth, type Logyard } from '../fixtures/logyard.ts'
import { startWebHook } from '../fixtures/web-hook.ts'
import { dialog } from '../pages/dialog.ts'
import { list } from '../pages/list.ts'
import { toast } from '../pages/toasts.ts'

/** A server that checks alert conditions every second. */
const test = base.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright finds the required fixtures by this pattern
    async ({}, use) => {
      await using server = await startServer({
        env: { LOGYARD_LEGACY_ALERTS: 'true', LOGYARD_ALERT_CHECK_SECONDS: '1' },
      })
      await createApi(server.url, 'admin', ADMIN_PASSWORD).call('POST', '/system/gettingstarted/dismiss', {})
      await use(server)
    },
    { scope: 'worker' },
  ],
})

test('a condition that is met makes an alert, runs its notification, and is resolved when it changes', async ({
  logyard,
  page,
}) => {
  await using hook = await startWebHook()
  const { streamId, title: streamTitle } = await makeStream(logyard)
  await allow(logyard, hook.url)
  await logyard.signIn(page, logyard.admin)

  await page.goto(`legacy/alerts/notifications/new?stream_id=${streamId}`)
  await expect(page.getByRole('combobox', { name: 'Stream' })).toHaveValue(streamTitle)
  await choose(page, 'Notification type', /HTTP Alarm Callback/)
  await page.getByRole('button', { name: 'New alert notification' }).click()
  const callback = logyard.unique('hook')
  const callbackForm = dialog(page, 'New alert notification').box
  await callbackForm.getByRole('textbox', { name: 'Title' }).fill(callback)
  await callbackForm.getByRole('textbox', { name: 'URL' }).fill(hook.url)
  await callbackForm.getByRole('button', { name: 'Create' }).click()
  await expect(toast(page, 'Alert notification saved successfully')).toBeVisible()
  await list(page, 'Alert notifications').act(callback, 'Test')
  await expect(toast(page, 'Test notification was sent successfully')).toBeVisible()
  expect(hook.asked).toHaveLength(1)

  await page.goto(`legacy/alerts/conditions/new?stream_id=${streamId}`)
  await choose(page, 'Condition type', /Message Count/)
  await page.getByRole('button', { name: 'New alert condition' }).click()
  const title = logyard.unique('too quiet')
  const form = dialog(page, 'New alert condition').box
  await form.getByRole('textbox', { name: 'Title' }).fill(title)
  await choose(page, 'Threshold Type', 'less than')
  await form.getByRole('textbox', { name: 'Threshold', exact: true }).fill('1')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(toast(page, 'Condition created successfully')).toBeVisible()
  await expect(page.getByText('Less than 1 messages in the last 5 minutes.')).toBeVisible()
  await expectAccessible(page)

  await page.goto('legacy/alerts')
  const alert = list(page, 'Legacy alerts').row(title)
  await expect(alert).toContainText('Unresolved')
  await alert.getByRole('link', { name: title }).click()
  await expect(page.getByText(`Notification sent: ${callback}`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Triggered notifications' })).toContainText(hook.url)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Condition details' }).click()
  await page
    .getByRole('button', { name: `Actions for ${title}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Test' }).click()
  await expect(dialog(page, 'Test condition').box.getByText('The condition is satisfied')).toBeVisible()
  await dialog(page, 'Test condition').answer('Close')
  await page
    .getByRole('button', { name: `Actions for ${title}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog(page, 'Delete alert condition?').answer('Delete alert condition')
  await expect(toast(page, 'Condition deleted successfully')).toBeVisible()
  await page.goto('legacy/alerts')
  await page.getByRole('button', { name: 'Show all alerts' }).click()
  await expect(
    list(page, 'Legacy alerts')
      .row(/Unknown alert/)
      .first(),
  ).toContainText('Resolved')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFitsWidth(page, 'legacy alerts')
})

base('while conditions are not checked, the pages say how to switch that on', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  for (const path of ['legacy/alerts', 'legacy/alerts/conditions', 'legacy/alerts/notifications']) {
    await page.goto(path)
    await expect(page.getByText('Alert conditions are not checked')).toBeVisible()
    await expect(page.getByText('Set LOGYARD_LEGACY_ALERTS=true and restart the server')).toBeVisible()
    await expectAccessible(page)
  }
})

async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

async function makeStream({ api, unique }: Logyard): Promise<{ streamId: string; title: string }> {
  const title = unique('quiet stream')
  const { body: sets } = await api.call('GET', '/system/indices/index_sets')
  const [set] = (sets as { index_sets: readonly { id: string }[] }).index_sets
  const draft = { title, description: '', index_set_id: set?.id, matching_type: 'AND', rules: [] }
  const made = await api.call('POST', '/streams', draft)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const { stream_id: streamId } = made.body as { stream_id: string }
  await api.call('POST', `/streams/${streamId}/resume`)
  return { streamId, title }
}

async function allow({ api }: Logyard, url: string): Promise<void> {
  const entry = { id: 'hook', type: 'literal', title: 'Hook', value: url }
  const { status } = await api.call('PUT', '/system/urlwhitelist', { entries: [entry], disabled: false })
  expect(status).toBe(204)
}
