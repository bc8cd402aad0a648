import type { Page } from '@playwright/test'
import { list } from './list.ts'

/** The pages below System / Authentication. */
export function authenticationPages(page: Page) {
  /** Labels of required fields end with a star. */
  const field = (name: string) => page.getByLabel(new RegExp(`^${name.replaceAll(/[().]/g, '\\$&')}(?: \\*)?$`))
  return {
    heading: page.getByRole('heading', { level: 1 }),
    services: list(page, 'Authentication services'),
    users: list(page, 'Synchronized users'),
    field,
    step: (name: string) => page.getByRole('tab', { name }),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    link: (name: string) => page.getByRole('link', { name, exact: true }),
    async choose(label: string, option: string) {
      await page.getByRole('combobox', { name: label }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    },
  }
}
