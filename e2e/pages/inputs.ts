import type { Page } from '@playwright/test'
import { dialog } from './dialog.ts'

/** The inputs of all nodes, with the form that launches and edits them. */
export function inputsPage(page: Page) {
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Inputs' }),
    open: (query = '') => page.goto(`system/inputs${query}`),
    filter: page.getByRole('textbox', { name: 'Filter by title' }),
    launchButton: page.getByRole('button', { name: 'Launch new input' }),
    /** Selects a type by its name and opens the form for it. */
    async launch(type: string) {
      await page.getByRole('combobox', { name: 'Select input' }).fill(type)
      await page.getByRole('option', { name: type, exact: true }).click()
      await this.launchButton.click()
      return this.form(`Launch new ${type} input`)
    },
    form(title: string | RegExp) {
      const { box, answer } = dialog(page, title)
      return {
        box,
        answer,
        title: box.getByRole('textbox', { name: 'Title' }),
        global: box.getByRole('checkbox', { name: 'Global' }),
        bindAddress: box.getByRole('textbox', { name: 'Bind address' }),
        port: box.getByRole('textbox', { name: 'Port', exact: true }),
      }
    },
    input(title: string) {
      const card = page.getByRole('article', { name: title })
      return {
        card,
        badge: (text: string) => card.getByRole('button', { name: text, exact: true }),
        start: card.getByRole('button', { name: 'Start input' }),
        stop: card.getByRole('button', { name: 'Stop input' }),
        async act(action: string) {
          await card.getByRole('button', { name: `Actions for ${title}` }).click()
          await page.getByRole('menuitem', { name: action, exact: true }).click()
        },
      }
    },
  }
}
