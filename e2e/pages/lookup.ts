import type { Page } from '@playwright/test'

/** The pages of lookup tables, caches and data adapters. */
export function lookupPages(page: Page) {
  const form = page.getByRole('form', { name: 'Lookup table' })
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  const test = page.getByRole('form', { name: 'Test lookup' })
  return {
    open: (path = '') => page.goto(`system/lookuptables${path}`),
    title: field('Title'),
    name: field('Name'),
    save: (what: string) => page.getByRole('button', { name: what, exact: true }),
    problem: (kind: string, name: string) =>
      page.getByRole('button', { name: `${kind} problem: ${name}`, exact: true }),
    test: {
      result: page.getByRole('region', { name: 'Lookup result' }),
      async lookUp(key: string) {
        await test.getByRole('textbox', { name: 'Key' }).fill(key)
        await test.getByRole('button', { name: 'Look up' }).click()
      },
    },
  }
}
