import type { Page } from '@playwright/test'
import { list } from './list.ts'

/** One role: its details, its form, and its users. */
export function rolePage(page: Page) {
  return {
    heading: page.getByRole('heading', { level: 1 }),
    name: page.getByRole('textbox', { name: 'Name', exact: true }),
    description: page.getByLabel('Description'),
    level: (area: string, level: string) =>
      page.getByRole('radiogroup', { name: area, exact: true }).getByText(level, { exact: true }),
    single: page.getByRole('button', { name: 'Single permissions' }),
    wholeGroup: (name: string) => page.getByRole('checkbox', { name: `All of ${name}` }),
    permission: (name: string) => page.getByRole('checkbox', { name, exact: true }),
    /** By keyboard: the checkbox has no size, and a mouse clicks its chip instead. */
    async toggle(name: string) {
      await this.permission(name).press('Space')
    },
    others: page.getByLabel('Other permissions').first(),
    granted: page.getByText(/ of \d+ granted$/),
    members: list(page, 'Users'),
    submit: (label: string) => page.getByRole('button', { name: label, exact: true }).click(),
    async assign(label: string) {
      await page.getByRole('combobox', { name: 'Assign users' }).fill(label)
      await page.getByRole('option', { name: new RegExp(label) }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Assign user' }).click()
    },
  }
}
