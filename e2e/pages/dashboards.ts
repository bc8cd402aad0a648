import type { Page } from '@playwright/test'
import { chooseFromMenu } from './choose-from-menu.ts'
import { dialog } from './dialog.ts'
import { list } from './list.ts'

export function dashboardsPage(page: Page) {
  return {
    ...list(page, 'Dashboards'),
    open: (query = '') => page.goto(`dashboards${query}`),
    create: page.getByRole('link', { name: 'New dashboard' }),
  }
}

/** One dashboard: its bar, its pages, its widgets. */
export function dashboardPage(page: Page) {
  const bar = page.getByRole('search', { name: 'Dashboard filters' })
  const menuOf = (widget: string) => page.getByRole('button', { name: `Actions for ${widget}` })
  return {
    bar,
    open: (id: string) => page.goto(`dashboards/${id}`),
    filter: bar.getByRole('textbox', { name: 'Filter for all widgets' }),
    /** A saved dashboard opens without what changes it. */
    edit: () => bar.getByRole('button', { name: 'Edit', exact: true }).click(),
    async filterBy(text: string) {
      if (!(await this.filter.isVisible())) await bar.getByRole('button', { name: 'Filter by query' }).click()
      await this.filter.click()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.press('Delete')
      await page.keyboard.type(text)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Enter')
    },
    overridden: bar.getByText('Modified'),
    save: bar.getByRole('button', { name: 'Save', exact: true }),
    async saveAs(title: string) {
      await bar.getByRole('button', { name: 'Save as' }).click()
      const { box, answer } = dialog(page, 'New dashboard')
      await box.getByRole('textbox', { name: 'Title' }).fill(title)
      await answer('Create')
      await page.waitForURL(/dashboards\/[0-9a-f]{24}/)
      return /dashboards\/([0-9a-f]{24})/.exec(page.url())?.[1] ?? ''
    },
    share: bar.getByRole('button', { name: 'Share' }),
    async menu(action: string) {
      await bar.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    },
    widget: (title: string | RegExp) => page.getByRole('article', { name: title, exact: true }),
    menuOf,
    async act(widget: string, action: string) {
      await chooseFromMenu(page, menuOf(widget), action)
    },
    async add(kind: string) {
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.getByRole('button', { name: kind, exact: true }).click()
    },
    tab: (title: string) => page.getByRole('tab', { name: title }),
    addPage: page.getByRole('button', { name: 'New page' }),
    async pageMenu(action: string) {
      await page.getByRole('button', { name: 'Actions for this page' }).click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    },
    editor: page.getByRole('dialog', { name: /^Editing / }),
  }
}
