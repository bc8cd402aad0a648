import type { Page } from '@playwright/test'
import { list } from './list.ts'

/** The user list. */
export function usersPage(page: Page) {
  return {
    heading: page.getByRole('heading', { name: 'Users', level: 1 }),
    create: page.getByRole('link', { name: 'New user' }),
    root: list(page, 'System administrator'),
    users: list(page, 'Users'),
    open: (query = '') => page.goto(`system/users${query}`),
  }
}
