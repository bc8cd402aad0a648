import type { Page } from '@playwright/test'

/** The outputs of the whole server, or of one stream. */
export function outputsPage(page: Page) {
  return {
    open: () => page.goto('system/outputs'),
    output: (title: string) => page.getByRole('article', { name: title }),
    async launch(type: string) {
      await page.getByRole('combobox', { name: 'Output type' }).click()
      await page.getByRole('option', { name: type, exact: true }).click()
      await page.getByRole('button', { name: 'New output' }).click()
    },
    async assign(title: string) {
      await page.getByRole('combobox', { name: 'Select existing output' }).click()
      await page.getByRole('option', { name: title, exact: true }).click()
      await page.getByRole('button', { name: 'Assign existing output' }).click()
    },
  }
}
