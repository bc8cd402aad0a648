import type { Page } from '@playwright/test'

/** A confirmation or a form in a dialog. */
export function dialog(page: Page, name: string | RegExp) {
  const box = page.getByRole('dialog', { name })
  return {
    box,
    async answer(button: string | RegExp) {
      await box.getByRole('button', { name: button }).click()
    },
  }
}
