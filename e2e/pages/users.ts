import type { Page } from '@playwright/test'
import { list } from './list.ts'

/** The overview of everybody who may sign in. */
export function usersPage(page: Page) {
  return {
    heading: page.getByRole('heading', { name: 'Users overview' }),
    create: page.getByRole('link', { name: 'Create user' }),
    root: list(page, 'System administrator'),
    users: list(page, 'Users'),
    open: (query = '') => page.goto(`system/users${query}`),
  }
}
