import type { Page } from '@playwright/test'
import { dialog } from './dialog.ts'

/** The search page: its bar, and what it came to. */
export function searchPage(page: Page) {
  const bar = page.getByRole('search', { name: 'Search bar' })
  const range = bar.getByRole('button', { name: /^Time range: / })
  return {
    bar,
    query: bar.getByRole('textbox', { name: 'Query' }),
    run: bar.getByRole('button', { name: /^Perform search/ }),
    range,
    open: (query = '') => page.goto(`search${query}`),
    /** Types it and runs it. */
    async search(text: string) {
      await this.query.click()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.press('Delete')
      await page.keyboard.type(text)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Enter')
    },
    found: (count: number) => page.getByText(new RegExp(`^${count.toLocaleString('en')} messages? in [\\d,]+ ms$`)),
    widget: (title: string) => page.getByRole('article', { name: title }),
    message: (text: string | RegExp) => page.getByRole('row', { name: text }),
    async pickRange(preset: string) {
      await range.click()
      await page.getByRole('button', { name: preset, exact: true }).click()
    },
    async rangeTab(name: 'Relative' | 'Absolute' | 'Keyword') {
      await range.click()
      await page.getByRole('tab', { name }).click()
    },
    apply: page.getByRole('button', { name: 'Apply and search' }),
    star: bar.getByRole('button', { name: /^(Save search|Saved search|Unsaved changes)$/ }),
    load: bar.getByRole('button', { name: 'Load a saved search' }),
    async menu(action: string) {
      await bar.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    },
    exportDialog: () => dialog(page, 'Export all search results to CSV'),
    options: page.getByRole('listbox').getByRole('option'),
  }
}
