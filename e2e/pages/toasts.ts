import type { Page } from '@playwright/test'

/** The notifications at the bottom right that report the result of a change. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text }).first()
