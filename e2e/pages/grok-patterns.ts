import type { Page } from '@playwright/test'
import { dialog } from './dialog.ts'

/** The list of grok patterns, and its dialogs. */
export function grokPatternsPage(page: Page) {
  const table = page.getByRole('region', { name: 'Table: Grok patterns' })
  const form = dialog(page, /^(New|Edit) pattern/)
  const importer = dialog(page, 'Import Grok patterns from file')
  return {
    open: (query = '') => page.goto(`system/grokpatterns${query === '' ? '' : `?query=${encodeURIComponent(query)}`}`),
    row: (name: string) => table.getByRole('row').filter({ has: page.getByText(name, { exact: true }) }),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    async act(name: string, action: string) {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    },
    form: {
      ...form,
      name: form.box.getByRole('textbox', { name: 'Name' }),
      pattern: form.box.getByRole('textbox', { name: 'Pattern', exact: true }),
      samples: form.box.getByRole('textbox', { name: 'Sample Data' }),
      filter: form.box.getByRole('combobox', { name: 'Patterns' }),
      lines: form.box.getByRole('list', { name: 'Test Result' }).getByRole('listitem'),
    },
    importer: {
      ...importer,
      lines: importer.box.getByRole('list', { name: 'Lines of the file' }).getByRole('listitem'),
      choose: (content: string) =>
        importer.box
          .locator('input[type=file]')
          .setInputFiles({ name: 'patterns.txt', mimeType: 'text/plain', buffer: Buffer.from(content) }),
    },
  }
}
