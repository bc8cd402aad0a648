import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { configCommand } from '../fixtures/config-command.ts'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'

test('a changed file differs in the same way on the command line and on the page, until either applies it', async ({
  logyard,
  page,
}) => {
  const name = logyard.unique('ORDER').toUpperCase().replaceAll('-', '_')
  const made = await logyard.api.call('POST', '/system/grok', { name, pattern: '[A-Z]{2}' })
  expect(made.status).toBe(201)
  await using config = await configCommand(logyard)
  expect(await config.run('pull')).toMatchObject({ code: 0 })
  const file = join(config.folder, 'grok_pattern', `${name.toLowerCase().replaceAll('_', '-')}.yaml`)
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('{2}', '{3}'))
  const planned = await config.run('plan')
  expect(planned).toMatchObject({ code: 2, output: expect.stringContaining(`~ update grok pattern "${name}"`) })
  expect(planned.output).toContain('pattern: "[A-Z]{2}" -> "[A-Z]{3}"')
  expect(planned.output).toContain('0 to create, 1 to update, 0 to delete')

  await logyard.signIn(page, logyard.admin)
  await page.goto('./system/contentpacks')
  await page.getByRole('link', { name: 'Configuration as text' }).click()
  const folder = page.getByLabel('Folder of the configuration')
  await folder.setInputFiles(config.folder)
  await expect(page.getByText(/^0 to create, 1 to update, 0 to delete, \d+ unchanged\.$/)).toBeVisible()
  const change = page.getByRole('listitem').filter({ hasText: name })
  await expect(change.getByRole('deletion')).toHaveText('[A-Z]{2}')
  await expect(change.getByRole('insertion')).toHaveText('[A-Z]{3}')
  await expectAccessible(page)

  expect(await config.run('apply')).toMatchObject({ code: 0, output: expect.stringContaining('Applied.') })
  expect((await logyard.api.call('GET', '/system/grok')).body).toMatchObject({
    patterns: expect.arrayContaining([expect.objectContaining({ name, pattern: '[A-Z]{3}' })]),
  })
  await folder.setInputFiles(config.folder)
  await expect(page.getByText(/^Nothing differs: \d+ entities are as the files say\.$/)).toBeVisible()

  await writeFile(file, text)
  await folder.setInputFiles(config.folder)
  await expect(change.getByRole('insertion')).toHaveText('[A-Z]{2}')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('1 change applied.')).toBeVisible()
  expect(await config.run('plan')).toMatchObject({ code: 0, output: expect.stringContaining('0 to update') })
})

test('the page creates on a second server what the command line has pulled', async ({ logyard, second }) => {
  const title = logyard.unique('Web')
  const made = await logyard.api.call('POST', '/events/notifications', {
    ...{ title, description: 'for the night', config: { type: 'http-notification-v1', url: 'https://example.org/' } },
  })
  expect(made.status).toBe(200)
  await using config = await configCommand(logyard)
  expect(await config.run('pull')).toMatchObject({ code: 0 })
  const { page, api } = second
  await page.goto('./system/contentpacks/configuration')
  // Not the notifications of other tests: they may have secrets.
  const file = join(config.folder, 'notification', `${title.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}.yaml`)
  await page.getByLabel('Files of the configuration').setInputFiles(file)
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('https://example.org/')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText(/^Nothing differs/)).toBeVisible()
  expect((await api.call('GET', '/events/notifications')).body).toMatchObject({
    notifications: expect.arrayContaining([expect.objectContaining({ title, description: 'for the night' })]),
  })
})
