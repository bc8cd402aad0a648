import type { Page } from '@playwright/test'
import { dialog } from './dialog.ts'

/** The inputs of all nodes, with the form that launches and edits them. */
export function inputsPage(page: Page) {
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Inputs' }),
    open: (query = '') => page.goto(`system/inputs${query}`),
    filter: page.getByRole('textbox', { name: 'Search inputs' }),
    launchButton: page.getByRole('button', { name: 'New input' }),
    /** Selects a type by its name in the list of types, and opens the form for it. */
    async launch(type: string) {
      await this.launchButton.click()
      await page.getByRole('textbox', { name: 'Select input' }).fill(type)
      const option = page.getByRole('option').filter({ has: page.getByText(type, { exact: true }) })
      await option.click()
      return this.form(`New ${type} input`)
    },
    form(title: string | RegExp) {
      const { box, answer } = dialog(page, title)
      return {
        box,
        answer,
        title: box.getByRole('textbox', { name: 'Title' }),
        bindAddress: box.getByRole('textbox', { name: 'Bind address' }),
        port: box.getByRole('textbox', { name: 'Port', exact: true }),
      }
    },
    input(title: string) {
      const toggle = page.getByRole('button', { name: `${title}, details`, exact: true })
      const row = page.getByRole('row').filter({ has: toggle })
      return {
        row,
        toggle,
        /** The rows below it, with the reason of a failure or with the details. */
        below: row.locator('xpath=following-sibling::tr[@data-below][1]'),
        async act(action: string) {
          await row.getByRole('button', { name: `Actions for ${title}` }).click()
          await page.getByRole('menuitem', { name: action, exact: true }).click()
        },
      }
    },
  }
}
