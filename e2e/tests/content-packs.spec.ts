import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { freePort } from '@logyard/server/testing/free-port'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { count, makeDashboard } from '../fixtures/made-dashboard.ts'

test('a pack with a parameter is made from a dashboard, and installed and uninstalled on another server', async ({
  logyard,
  page,
  second,
}) => {
  const name = logyard.unique('Packed')
  const { title } = await makeDashboard(logyard, [[count('All messages', '')]])
  await logyard.signIn(page, logyard.admin)
  await page.goto('./system/overview')
  await page.getByRole('link', { name: 'Content packs' }).click()
  await page.getByRole('link', { name: 'New content pack' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Summary' }).fill('Of a test')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Must be filled out.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Vendor' }).fill('Us')
  await page.getByRole('textbox', { name: 'Search entities' }).fill(title)
  await page.getByRole('checkbox', { name: title, exact: true }).check()
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Preview' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByRole('button', { name: 'New parameter' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Title of the dashboard')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('TITLE')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Shown in the list')
  await dialog.getByRole('textbox', { name: 'Default value' }).fill(`${name} by default`)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('row', { name: title }).getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByRole('combobox', { name: 'Config key' }).selectOption({ label: 'title' })
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog.getByRole('table', { name: 'Applied parameters' })).toContainText('TITLE')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()

  await expect(page).toHaveURL(/\/system\/contentpacks$/)
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^content-pack-[\w-]+-1\.json$/)
  const file = await download.path()
  const pack = JSON.parse(await readFile(file, 'utf8'))
  expect(pack.entities[0].data.title).toEqual({ '@type': 'parameter', '@value': 'TITLE' })
  await page.getByRole('button', { name: 'Actions for version 1' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/system\/contentpacks$/)
  await expect(page.getByRole('link', { name })).toHaveCount(0)

  await installAndUninstall(second.page, { name, file, packId: pack.id })
})

interface PackFile {
  readonly name: string
  readonly file: string
  readonly packId: string
}

/** Installs on a server that has never seen the pack. */
async function installAndUninstall(page: Page, { name, file, packId }: PackFile): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.goto('./system/contentpacks')
  await page.getByRole('button', { name: 'Upload' }).click()
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Pack file' }).click()
  await (await chooser).setFiles({ name: 'pack.json', mimeType: 'application/json', buffer: await readFile(file) })
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Actions for version 1' }).click()
  await page.getByRole('menuitem', { name: 'Install' }).click()
  const value = dialog.getByRole('textbox', { name: 'Title of the dashboard' })
  await expect(value).toHaveValue(`${name} by default`)
  await value.fill('')
  await dialog.getByRole('button', { name: 'Install' }).click()
  await expect(dialog.getByText('Needs to be filled.').first()).toBeVisible()
  await value.fill(`${name} installed`)
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('By hand')
  await dialog.getByRole('button', { name: 'Install' }).click()
  const installations = page.getByRole('table', { name: 'Installations' })
  await expect(installations).toContainText('By hand')

  await page.goto('./dashboards')
  await page.getByRole('link', { name: `${name} installed` }).click()
  await expect(page.getByRole('article', { name: 'All messages' })).toContainText('0')
  await page.goto(`./system/contentpacks/${packId}`)
  await installations.getByRole('button', { name: 'Uninstall' }).click()
  await expect(dialog).toContainText(`${name} installed`)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Not installed.')).toBeVisible()
  await page.goto('./dashboards')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: `${name} installed` })).toHaveCount(0)
}

test('a pack of the gallery is installed in one step, and shows how to send and the first message', async ({
  second: { page, api },
}) => {
  const port = await freePort()
  const countPacks = async () => Object((await api.call('GET', '/system/content_packs')).body).total
  const before = await countPacks()
  await page.goto('./system/contentpacks/gallery?pack=docker')
  const entry = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Docker', exact: true }) })
  await entry.getByRole('button', { name: 'Install Docker' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Port' }).fill(String(port))
  expect(await countPacks()).toBe(before)
  await dialog.getByRole('button', { name: 'Install' }).click()
  await expect(entry.getByRole('region', { name: 'Command' })).toContainText(`:${port} hello-world`)
  await expect(entry).toContainText('Waiting for the first message')
  await expectAccessible(page)
  const socket = createSocket('udp4')
  const message = { version: '1.1', host: 'whale', short_message: 'from a container', _container_id: 'c1' }
  socket.send(JSON.stringify(message), port, '127.0.0.1', () => socket.close())
  await once(socket, 'close')
  await expect(entry.getByRole('region', { name: 'Newest message' })).toContainText('from a container')
  await expect(entry.getByRole('link', { name: 'Show stream' })).toBeVisible()
  await entry.getByRole('link', { name: 'Open dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboards\/[\da-f]{24}/)
  await expect(page.getByText('Docker', { exact: false }).first()).toBeVisible()
})
