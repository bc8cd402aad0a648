import { expect, type Page } from '@playwright/test'

/** The pages of pipelines and rules. */
export function pipelinesPage(page: Page) {
  const source = page.getByRole('textbox', { name: 'Rule source', exact: true })
  const trial = page.getByRole('region', { name: 'Try it' })
  return {
    source,
    /** Replaces the source; the list of completions is closed at the end. */
    async write(text: string) {
      // A rule that the form can show opens in it.
      await page.getByRole('radiogroup', { name: 'Edit as' }).getByText('Source').click()
      // The plain field is replaced as soon as the editor is loaded.
      await expect(source).toHaveClass(/cm-content/)
      await source.click()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.insertText(text)
      await page.keyboard.press('Escape')
    },
    problems: page.getByRole('list', { name: 'Problems' }).getByRole('button'),
    valid: page.getByText('No errors', { exact: true }),
    completions: page.getByRole('listbox').getByRole('option'),
    apply: page.getByRole('button', { name: 'Save', exact: true }),
    /** Saves a new rule. */
    create: page.getByRole('button', { name: 'Create', exact: true }),
    saveAndClose: page.getByRole('button', { name: 'Save and close' }),
    cancel: page.getByRole('link', { name: 'Cancel' }),
    trial,
    tried: trial.getByRole('list', { name: 'Tried messages' }).getByRole('listitem'),
    rows: page.getByRole('group', { name: /^Pipeline/ }).getByRole('row'),
    stage: (number: number) => page.getByRole('region', { name: `Stage ${number}` }),
    async choose(label: string, option: string) {
      await page.getByRole('combobox', { name: label, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    },
  }
}
