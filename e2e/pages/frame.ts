import type { Page } from '@playwright/test'

/** What surrounds every signed-in page: rail, header, menus. */
export function frame(page: Page) {
  return {
    navigation: page.getByRole('navigation', { name: 'Main' }),
    userMenu: page.getByRole('button', { name: 'User menu' }),
    help: page.getByRole('button', { name: 'Help' }),
    themeSwitch: page.getByRole('button', { name: /theme/i }),
    throughput: page.getByLabel(/^In .* \/ Out .* msg\/s$/),
    async signOut() {
      await this.userMenu.click()
      await page.getByRole('menuitem', { name: 'Log out' }).click()
    },
  }
}
