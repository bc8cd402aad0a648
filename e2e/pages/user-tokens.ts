import type { Page } from '@playwright/test'
import { dialog } from './dialog.ts'
import { list } from './list.ts'

/** The access tokens of one user. */
export function userTokensPage(page: Page) {
  return {
    name: page.getByRole('textbox', { name: 'Token name' }),
    expires: page.getByRole('combobox', { name: 'Expires' }),
    lastDay: page.getByLabel('Last day'),
    create: page.getByRole('button', { name: 'Create', exact: true }),
    tokens: list(page, 'Tokens'),
    search: page.getByRole('textbox', { name: 'Search' }),
    created: dialog(page, 'Token created'),
    value: page.getByRole('dialog', { name: 'Token created' }).getByLabel('Token', { exact: true }),
    open: (id: string) => page.goto(`system/users/tokens/${encodeURIComponent(id)}`),
    async pickExpiry(label: string) {
      await this.expires.click()
      await page.getByRole('option', { name: label }).click()
    },
  }
}
