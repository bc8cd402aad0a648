// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form

import { expect, expectAccessible, expectFitsWidth, type Logyard } from '../fixtures/logyard.ts'
import { test } from '../fixtures/mailbox.ts'
import { startWebHook } from '../fixtures/web-hook.ts'
import { dialog } from '../pages/dialog.ts'
import { notificationPages } from '../pages/event-notifications.ts'
import { list } from '../pages/list.ts'
import { toast } from '../pages/toasts.ts'

const HTML = '<h1>Notification test message triggered from user &lt;admin&gt;</h1>'
const SENT = 'Success: Notification was executed successfully.'

test('a mail is written with completion and a preview, tried, created, and tried again from the list', async ({
  logyard,
  mailbox,
  page,
}) => {
  test.info().annotations.push({ type: 'expects-status', description: '400' })
  const title = logyard.unique('night shift')
  const to = `${logyard.unique('ada')}@example.org`
  await logyard.signIn(page, logyard.admin)
  const pages = notificationPages(page)
  await pages.open()
  await page.getByRole('link', { name: 'New notification' }).first().click()
  await pages.submit('Create').click()
  await expect(pages.form.getByText('Enter a title.').first()).toBeVisible()
  await pages.title.fill(title)
  await pages.chooseType(/^Email notification/)
  await pages.execute.click()
  await expect(pages.outcome.getByText('Validation failed, please correct any errors')).toBeVisible()
  await expect(pages.form.getByText('Email Notification must have email recipients').first()).toBeVisible()
  await pages.addresses.fill(to)
  await pages.addresses.press('Enter')
  await expect(pages.form.getByText('Email Notification must have email recipients')).toHaveCount(0)
  await pages.subject.fill('')
  await pages.subject.pressSequentially('Look: ${event.mess')
  await page.getByRole('option', { name: 'event.message' }).click()
  await expect(pages.subject).toHaveText('Look: ${event.message}')
  await pages.form.getByRole('button', { name: 'Preview' }).click()
  await expect(pages.preview).toContainText('Look: Notification test message triggered from user')
  await expectAccessible(page)
  await pages.form.getByRole('button', { name: 'HTML body template' }).click()
  await pages.html.fill('<h1>${event.message}</h1>')
  await expect(pages.preview.getByTitle('Preview: HTML body template')).toHaveAttribute('srcdoc', HTML)
  await pages.execute.click()
  await expect(pages.outcome.getByText(SENT)).toBeVisible()
  await expect.poll(() => mailbox.mails.filter((mail) => mail.to.includes(to)).length).toBe(1)
  await pages.submit('Create').click()
  await expect(toast(page, `Notification "${title}" was created successfully.`)).toBeVisible()
  const notifications = list(page, 'Notifications')
  await expect(notifications.row(title)).toContainText('Email notification')
  await notifications.act(title, 'Test notification')
  await expect(page.getByText(SENT)).toBeVisible()
  await expect.poll(() => mailbox.mails.filter((mail) => mail.to.includes(to)).length).toBe(2)
  expect(mailbox.mails.at(-1)?.text).toContain('Look: Notification test message')
})

test('a URL off the whitelist is named, allowed from the form, and a secret is kept but not shown', async ({
  logyard,
  page,
}) => {
  test.info().annotations.push({ type: 'expects-status', description: '500' })
  await using hook = await startWebHook()
  const title = logyard.unique('tickets')
  await logyard.signIn(page, logyard.admin)
  const pages = notificationPages(page)
  await pages.open('/new')
  await pages.title.fill(title)
  await pages.chooseType(/^Custom HTTP notification/)
  await pages.url.fill(hook.url)
  await expect(pages.form.getByText('This address is not allowed yet.')).toBeVisible()
  await pages.execute.click()
  await expect(pages.outcome.getByText(`Error: URL <${hook.url}> is not whitelisted.`)).toBeVisible()
  await pages.form.getByRole('button', { name: 'Allow it' }).click()
  await expect(pages.form.getByText('The whitelist allows this URL.')).toBeVisible()
  await pages.form.getByRole('button', { name: 'Credentials' }).click()
  await pages.form.getByLabel('Bearer token').fill('abc-123')
  hook.answerWith(503, 'the queue is full')
  await pages.execute.click()
  await expect(pages.outcome).toContainText('[503]')
  await expect(pages.outcome).toContainText('the queue is full')
  hook.answerWith(200, '')
  await pages.execute.click()
  await expect(pages.outcome.getByText(SENT)).toBeVisible()
  await pages.submit('Create').click()
  await list(page, 'Notifications').region.getByRole('link', { name: title }).click()
  await expect(page.getByRole('region', { name: 'Configuration' })).toContainText('Bearer tokenSet')
  await page.getByRole('link', { name: 'Edit notification' }).click()
  await expect(pages.form.getByText('Stored. Leave empty to keep it.')).toBeVisible()
  await expect(page.locator('body')).not.toContainText('abc-123')
  hook.asked.length = 0
  await pages.execute.click()
  await expect(pages.outcome.getByText(SENT)).toBeVisible()
  expect(hook.asked).toEqual(['Bearer abc-123'])
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFitsWidth(page, 'notification form')
})

test('the queue shows why a notification is not sent yet, and is cleared', async ({ logyard, page }) => {
  const title = logyard.unique('unreachable')
  const id = await createNotification(logyard, title, { type: 'http-notification-v1', url: 'http://127.0.0.1:9/hook' })
  await fireOnce(logyard, id)
  await logyard.signIn(page, logyard.admin)
  const pages = notificationPages(page)
  await pages.open(`/${id}`)
  const queue = page.getByRole('region', { name: 'Queue' })
  await expect(queue.getByRole('row', { name: /is not whitelisted/ }).first()).toContainText('Retries')
  await expectAccessible(page)
  await queue.getByRole('button', { name: 'Clear queue' }).click()
  await dialog(page, 'Drop waiting notifications?').answer('Drop notifications')
  await expect(toast(page, /waiting notifications? (was|were) dropped/)).toBeVisible()
  await expect(queue.getByText('Queue empty, no failures.')).toBeVisible()
  await pages.open()
  await list(page, 'Notifications').act(title, 'Delete')
  await dialog(page, 'Delete notification?').answer('Delete notification')
  await expect(toast(page, `Notification "${title}" was deleted successfully.`)).toBeVisible()
})

test('the mail card sends a test mail', async ({ logyard, mailbox, page }) => {
  const to = `${logyard.unique('card')}@example.org`
  await logyard.signIn(page, logyard.admin)
  await page.goto('system/configurations?section=mail')
  const card = page.getByRole('region', { name: 'Mail', exact: true })
  await expect(card).toContainText('Ready')
  await card.getByRole('textbox', { name: 'Recipient' }).fill(to)
  await card.getByRole('button', { name: 'Send test mail' }).click()
  await expect(card.getByText(`The mail server accepted the mail to ${to}.`)).toBeVisible()
  expect(mailbox.mails.some((mail) => mail.to.includes(to))).toBe(true)
})

test('a reader of one notification sees it without actions, and no others', async ({ logyard, page }) => {
  const mine = logyard.unique('mine')
  const id = await createNotification(logyard, mine, { type: 'http-notification-v1', url: 'http://127.0.0.1:9/' })
  await createNotification(logyard, logyard.unique('hidden'), {
    type: 'http-notification-v1',
    url: 'http://127.0.0.1:9/',
  })
  const reader = await logyard.createUser('reader', { permissions: [`eventnotifications:read:${id}`] })
  await logyard.signIn(page, reader)
  const pages = notificationPages(page)
  await pages.open()
  const rows = list(page, 'Notifications').table.getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'New notification' })).toHaveCount(0)
  await page.getByRole('link', { name: mine }).click()
  await expect(page.getByRole('region', { name: 'Configuration' })).toContainText('http://127.0.0.1:9/')
  await expect(page.getByRole('link', { name: 'Edit notification' })).toHaveCount(0)
})

async function createNotification({ api }: Logyard, title: string, config: object): Promise<string> {
  const { status, body } = await api.call('POST', '/events/notifications', { title, description: '', config })
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as { id: string }).id
}

/** Runs a definition that is met by having no messages. */
async function fireOnce({ api, unique }: Logyard, notificationId: string): Promise<void> {
  const count = { id: 'count-', function: 'count', field: null }
  const [left, right] = [
    { expr: 'number-ref', ref: 'count-' },
    { expr: 'number', value: 0 },
  ]
  const made = await api.call('POST', '/events/definitions?schedule=false', {
    title: unique('fires'),
    description: '',
    priority: 2,
    alert: true,
    config: {
      type: 'aggregation-v1',
      query: 'nobody:nothing',
      query_parameters: [],
      streams: [],
      group_by: [],
      series: [count],
      conditions: { expression: { expr: '>=', left, right } },
      search_within_ms: 3_600_000,
      execute_every_ms: 3_600_000,
    },
    field_spec: {},
    key_spec: [],
    notification_settings: { grace_period_ms: 0, backlog_size: 0 },
    notifications: [{ notification_id: notificationId, notification_parameters: null }],
    storage: [],
  })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const { id } = made.body as { id: string }
  const to = new Date(Date.now() - 60_000)
  const timerange = { type: 'absolute', from: new Date(to.getTime() - 3_600_000).toISOString(), to: to.toISOString() }
  const execute = () => api.call('POST', `/events/definitions/${id}/execute`, { type: 'aggregation-v1', timerange })
  await expect.poll(async () => (await execute()).status).toBe(204)
}
