import type { Page } from '@playwright/test'

/** The pages of notifications, and their form. */
export function notificationPages(page: Page) {
  const form = page.getByRole('form', { name: 'Notification', exact: true })
  return {
    form,
    title: form.getByRole('textbox', { name: 'Title' }),
    open: (path = '') => page.goto(`alerts/notifications${path}`),
    async chooseType(name: RegExp) {
      await form.getByRole('combobox', { name: 'Notification type' }).click()
      await page.getByRole('option', { name }).click()
    },
    subject: form.getByRole('textbox', { name: 'Subject' }),
    html: form.getByRole('textbox', { name: 'HTML body template' }),
    addresses: form.getByRole('combobox', { name: 'Email recipients' }),
    url: form.getByRole('textbox', { name: 'URL' }),
    preview: form.getByRole('region', { name: 'Preview', exact: true }),
    execute: form.getByRole('button', { name: 'Execute test notification' }),
    /** How the other side answered to a test. */
    outcome: form.getByRole('status', { name: 'Test result' }),
    submit: (name: string) => form.getByRole('button', { name, exact: true }),
  }
}
