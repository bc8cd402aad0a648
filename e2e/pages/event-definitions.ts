import type { Page } from '@playwright/test'
import { list } from './list.ts'

/** The list of event definitions, and the form that creates and edits them. */
export function definitionPages(page: Page) {
  const rule = (place: number) => page.getByRole('group', { name: `Rule ${place}`, exact: true })
  return {
    list: list(page, 'Event definitions'),
    open: (path = '') => page.goto(`alerts/definitions${path}`),
    advanced: page.getByRole('button', { name: 'Advanced', exact: true }),
    submit: page.getByRole('button', { name: /^(Create|Save)$/ }),
    title: page.getByRole('textbox', { name: 'Title', exact: true }),
    query: page.getByRole('textbox', { name: 'Search query', exact: true }),
    preview: page.getByRole('region', { name: 'Filter preview' }),
    backTest: page.getByRole('region', { name: 'Back-test' }),
    mode: (name: string) => page.getByRole('radio', { name }),
    rule,
    /** A number and its unit. */
    duration: (name: string) => {
      const group = page.getByRole('group', { name, exact: true })
      return { amount: group.getByRole('textbox'), unit: group.getByRole('combobox', { name: 'Unit' }) }
    },
    /** The first rule of the condition. */
    async compare(name: string, field: string, comparison: string, threshold: string) {
      await rule(1).getByRole('combobox', { name: 'Function' }).selectOption(name)
      await rule(1).getByRole('combobox', { name: 'Field' }).fill(field)
      await page.keyboard.press('Escape')
      await rule(1).getByRole('combobox', { name: 'Comparison' }).selectOption(comparison)
      await rule(1).getByRole('textbox', { name: 'Threshold' }).fill(threshold)
    },
    /** Replaces the query, which may be an editor. */
    async search(text: string) {
      await this.query.click()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.press('Delete')
      await page.keyboard.type(text)
      await page.keyboard.press('Escape')
    },
  }
}
