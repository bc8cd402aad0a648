import type { Page } from '@playwright/test'
import { dialog } from './dialog.ts'

/** The rules of one stream, tested with an example message. */
export function streamRulesPage(page: Page) {
  const form = dialog(page, /^(New|Edit) rule$/)
  return {
    open: (streamId: string) => page.goto(`streams/${streamId}/edit`),
    heading: page.getByRole('heading', { level: 1, name: /^Rules of stream/ }),
    message: page.getByRole('textbox', { name: 'Message fields' }),
    rules: page.getByRole('list', { name: 'Rules' }).getByRole('listitem'),
    verdict: (text: string) => page.getByRole('status').filter({ hasText: text }),
    any: page.getByRole('radio', { name: /at least one/ }),
    form,
    async add(rule: { type: string; field?: string; value?: string }) {
      await page.getByRole('button', { name: 'New rule' }).click()
      await form.box.getByRole('combobox', { name: 'Type' }).selectOption(rule.type)
      if (rule.field !== undefined) await form.box.getByLabel('Field').fill(rule.field)
      if (rule.value !== undefined) await form.box.getByRole('combobox', { name: 'Value' }).fill(rule.value)
      await form.answer('Create')
    },
  }
}
