import type { Page } from '@playwright/test'
import { list } from './list.ts'

/** The events that happened, and the alerts that people work on. */
export function alertsPage(page: Page) {
  return {
    open: (query = '') => page.goto(`alerts${query}`),
    events: list(page, 'Alerts & events'),
    alerts: (state: 'Open' | 'Acknowledged' | 'Resolved') => list(page, `${state} alerts`),
    /** Shows the alerts in a state, their incidents, or all events. */
    async show(name: 'All events' | 'Incidents' | 'Open' | 'Acknowledged' | 'Resolved') {
      await page.getByRole('radiogroup', { name: 'State of alerts' }).getByText(name).click()
    },
    drawer: page.getByRole('dialog', { name: 'Alert', exact: true }),
  }
}
