import { expect, type Locator, type Page } from '@playwright/test'

/** Opens a menu and selects an item. A page that still loads may replace the menu: it is then opened once more. */
export async function chooseFromMenu(page: Page, menu: Locator, action: string): Promise<void> {
  const item = page.getByRole('menuitem', { name: action, exact: true })
  await expect(async () => {
    if (!(await item.isVisible())) await menu.click()
    await item.click({ timeout: 3000 })
  }).toPass()
}
