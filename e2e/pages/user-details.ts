import type { Page } from '@playwright/test'
import { list } from './list.ts'

/** The details of one user. */
export function userDetailsPage(page: Page) {
  const section = (name: string) => page.getByRole('region', { name, exact: true }).first()
  return {
    section,
    heading: page.getByRole('heading', { name: /^User /, level: 1 }),
    roles: list(page, 'Roles'),
    shared: section('Shared entities'),
    open: (id: string) => page.goto(`system/users/${id}`),
  }
}
