import type { Page } from '@playwright/test'
import { list } from './list.ts'

/** The role list. */
export function rolesPage(page: Page) {
  return {
    heading: page.getByRole('heading', { name: 'Roles', level: 1 }),
    create: page.getByRole('link', { name: 'New role' }),
    roles: list(page, 'Roles'),
    open: (query = '') => page.goto(`system/roles${query}`),
  }
}
