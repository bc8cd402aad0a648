import type { Page } from '@playwright/test'
import { list } from './list.ts'

/** The pages below System / Authentication. */
export function authenticationPages(page: Page) {
  const field = (name: string) => page.getByLabel(name, { exact: true })
  return {
    heading: page.getByRole('heading', { level: 1 }),
    services: list(page, 'Authentication services'),
    users: list(page, 'Synchronized users'),
    field,
    step: (name: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    link: (name: string) => page.getByRole('link', { name, exact: true }),
    async choose(label: string, option: string) {
      await page.getByRole('combobox', { name: label }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    },
  }
}
