import { errors, type Locator, type Page } from '@playwright/test'

/** Longer than a busy machine takes to open a menu. */
const OPEN_MS = 10_000

/** Opens a menu and selects an item. A page that still loads may replace the menu: it is then opened once more. */
export async function chooseFromMenu(page: Page, menu: Locator, action: string): Promise<void> {
  const item = page.getByRole('menuitem', { name: action, exact: true })
  await menu.click()
  try {
    await item.click({ timeout: OPEN_MS })
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error
    await menu.click()
    await item.click()
  }
}
