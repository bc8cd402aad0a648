import type { Page } from '@playwright/test'

/** The parts that the forms to create and edit a user share; `section` is one of the forms of the edit page. */
export function userForm(page: Page) {
  const section = (name: string) => page.getByRole('form', { name, exact: true })
  return {
    section,
    save: page.getByRole('button', { name: 'Save', exact: true }),
    username: page.getByLabel('Username'),
    fullName: page.getByLabel('Full name'),
    email: page.getByLabel('E-mail address'),
    password: page.getByRole('textbox', { name: 'Password', exact: true }),
    oldPassword: page.getByLabel('Old password'),
    newPassword: page.getByLabel('New password'),
    repeat: page.getByLabel('Repeat password'),
    timeout: page.getByRole('textbox', { name: 'Session timeout' }),
    timeoutUnit: page.getByLabel('Unit'),
    neverTimesOut: page.getByLabel('Sessions do not time out'),
    timeZone: page.getByRole('combobox', { name: 'Time zone' }),
    selectedRoles: page.getByRole('list', { name: 'Selected roles' }),
    async pickTimeZone(city: string, zone: string) {
      await this.timeZone.fill(city)
      await page.getByRole('option', { name: zone }).click()
    },
    async assignRole(name: string) {
      await page.getByRole('combobox', { name: 'Assign roles' }).fill(name)
      await page.getByRole('option', { name, exact: true }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Assign role' }).click()
    },
    removeRole: (name: string) => page.getByRole('button', { name: `Remove role ${name}` }).click(),
    submit: (label: string) => page.getByRole('button', { name: label, exact: true }).click(),
  }
}
