import type { Page } from '@playwright/test'
import { chooseFromMenu } from './choose-from-menu.ts'

/** A list of the console by its name. */
export function list(page: Page, name: string) {
  const region = page.getByRole('group', { name, exact: true })
  const menuOf = (row: string) => region.getByRole('button', { name: `Actions for ${row}`, exact: true })
  return {
    region,
    table: region.getByRole('table'),
    row: (text: string | RegExp) => region.getByRole('row', { name: text }),
    search: region.getByRole('textbox', { name: 'Search' }),
    selected: region.getByText(/^\d+ selected$/),
    menuOf,
    async searchFor(query: string) {
      await this.search.fill(query)
      await this.search.press('Enter')
    },
    async select(row: string) {
      await region.getByRole('checkbox', { name: `Select ${row}`, exact: true }).check()
    },
    async bulk(action: string) {
      await region.getByRole('button', { name: action, exact: true }).click()
    },
    /** Selects one of the row's actions. */
    async act(row: string, action: string) {
      await chooseFromMenu(page, menuOf(row), action)
    },
  }
}
