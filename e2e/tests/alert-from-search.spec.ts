import { gelfSender } from '../fixtures/gelf.ts'
import { expect, expectAccessible } from '../fixtures/logyard.ts'
import { test } from '../fixtures/mailbox.ts'
import { alertsPage } from '../pages/alerts.ts'
import { dialog } from '../pages/dialog.ts'
import { definitionPages } from '../pages/event-definitions.ts'
import { notificationPages } from '../pages/event-notifications.ts'
import { searchPage } from '../pages/search.ts'
import { toast } from '../pages/toasts.ts'

const HOUR_S = 3600

test('a search becomes an alert with a mail, which is acknowledged and resolved', async ({
  logyard,
  mailbox,
  page,
}) => {
  const title = logyard.unique('refused')
  const notification = logyard.unique('shop team')
  const to = `${logyard.unique('ada')}@example.org`
  const backlog = { events_notification_default_backlog: 7 }
  const events = '/system/cluster_config/org.graylog.events.configuration.EventsConfiguration'
  expect((await logyard.api.call('PUT', events, backlog)).status).toBeLessThan(300)
  const gelf = await gelfSender(logyard, title)
  const earlier = Date.now() / 1000 - 600
  await gelf.send({ short_message: 'payment refused for order 1', timestamp: earlier })
  await logyard.signIn(page, logyard.admin)

  const search = searchPage(page)
  await search.open(`?rangetype=relative&relative=${HOUR_S}`)
  await search.search(`refused AND run:"${title}"`)
  await expect(search.message('payment refused for order 1')).toBeVisible()
  await search.menu('New alert')

  const definitions = definitionPages(page)
  await expect(definitions.title).toHaveValue(`refused AND run:"${title}"`)
  await definitions.title.fill(title)
  await expect(page.getByRole('region', { name: 'Back-test' })).toContainText(/Would have fired/)
  await definitions.duration('Execute search every').unit.selectOption('seconds')
  await page.getByRole('button', { name: 'E-mail' }).click()
  const embedded = dialog(page, 'New notification')
  const form = notificationPages(page)
  await form.title.fill(notification)
  await form.addresses.fill(to)
  await form.addresses.press('Enter')
  await expectAccessible(page)
  await embedded.answer('Create')
  await expect(toast(page, `Notification "${notification}" was created successfully.`)).toBeVisible()
  await expect(embedded.box).toBeHidden()
  await expect(page.getByRole('table', { name: 'Notifications' }).getByRole('row')).toContainText(notification)
  await expect(page.getByText('Told once when an alert opens and once when it resolves')).toBeVisible()
  await page.getByRole('button', { name: 'Notification settings' }).click()
  await expect(page.getByRole('checkbox', { name: 'Grace period' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Message backlog' }).check()
  await expect(page.getByRole('textbox', { name: 'Messages', exact: true })).toHaveValue('7')
  await definitions.submit.click()
  await expect(definitions.list.row(title)).toContainText('Enabled')

  await gelf.send({ short_message: 'payment refused for order 2' })
  const mails = () => mailbox.mails.filter((mail) => mail.to.includes(to)).map(({ text }) => text)
  await expect.poll(mails).toEqual([expect.stringContaining('payment refused for order 2')])
  expect(mails()[0]).toContain(title)
  await definitions.list.act(title, 'Disable')
  await dialog(page, 'Disable event definition?').answer('Disable event definition')
  await expect(definitions.list.row(title)).toContainText('Disabled')

  const alerts = alertsPage(page)
  await alerts.open('?state=open')
  await alerts.alerts('Open').row(title).getByRole('checkbox').check()
  await alerts.alerts('Open').bulk('Acknowledge')
  await expect(toast(page, 'Alert acknowledged')).toBeVisible()
  await alerts.show('Acknowledged')
  await alerts.alerts('Acknowledged').row(title).getByRole('checkbox').check()
  await alerts.alerts('Acknowledged').bulk('Resolve')
  await alerts.show('Resolved')
  await expect(alerts.alerts('Resolved').row(title)).toBeVisible()
})
