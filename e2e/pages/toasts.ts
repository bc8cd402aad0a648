import type { Page } from '@playwright/test'

/** The messages at the top right that say how a change went. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text }).first()
