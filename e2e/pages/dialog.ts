import type { Page } from '@playwright/test'

/** A question or a form on top of the page. */
export function dialog(page: Page, name: string | RegExp) {
  const box = page.getByRole('dialog', { name })
  return {
    box,
    async answer(button: string | RegExp) {
      await box.getByRole('button', { name: button }).click()
    },
  }
}
