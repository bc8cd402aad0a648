import type { Page } from '@playwright/test'
import { list } from './list.ts'

/** The list of index sets. */
export function indexSetsPage(page: Page) {
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Indices and index sets' }),
    create: page.getByRole('link', { name: 'New index set' }),
    failures: page.getByRole('link', { name: 'Indexer failures' }),
    indexSets: list(page, 'Index sets'),
    open: () => page.goto('system/indices'),
  }
}

/** The form to create or edit an index set. */
export function indexSetForm(page: Page) {
  return {
    title: page.getByRole('textbox', { name: 'Title' }),
    description: page.getByRole('textbox', { name: 'Description' }),
    prefix: page.getByRole('textbox', { name: 'Index prefix' }),
    keep: page.getByRole('textbox', { name: 'Keep messages for' }),
    submit: (label: string) => page.getByRole('button', { name: label, exact: true }).click(),
  }
}

/** One index set with its indices. */
export function indexSetPage(page: Page) {
  const indices = page.getByRole('list', { name: 'Indices' })
  const row = (name: string) => indices.getByRole('listitem').filter({ hasText: name })
  return {
    open: (id: string) => page.goto(`system/index_sets/${id}`),
    picture: page.getByRole('img', { name: /on a time line/ }),
    row,
    async maintain(action: string) {
      await page.getByRole('button', { name: 'Maintenance' }).click()
      await page.getByRole('menuitem', { name: action }).click()
    },
    async show(name: string) {
      await indices.getByRole('button', { name: `Show details and actions of ${name}` }).click()
    },
    act: (name: string, action: string) => row(name).getByRole('button', { name: action, exact: true }).click(),
  }
}
