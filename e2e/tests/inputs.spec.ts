import { once } from 'node:events'
import { connect } from 'node:net'
import { freePort } from '@logyard/server/testing/free-port'
import { expect, expectAccessible, expectFitsWidth, type Logyard, test } from '../fixtures/logyard.ts'
import { dialog } from '../pages/dialog.ts'
import { inputsPage } from '../pages/inputs.ts'
import { toast } from '../pages/toasts.ts'

const RAW_TCP = 'org.graylog2.inputs.raw.tcp.RawTCPInput'

async function createInput(logyard: Logyard, title: string, port: number): Promise<string> {
  const { status, body } = await logyard.api.call('POST', '/system/inputs', {
    title,
    type: RAW_TCP,
    global: true,
    configuration: { bind_address: '127.0.0.1', port },
  })
  expect(status).toBe(201)
  return (body as { id: string }).id
}

async function sendLine(port: number, line: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.end(`${line}\n`)
  await once(socket, 'close')
}

test('an input is launched, receives messages, and is stopped, started and deleted', async ({ logyard, page }) => {
  const port = await freePort()
  const title = logyard.unique('lines')
  await logyard.signIn(page, logyard.admin)
  const inputs = inputsPage(page)
  await inputs.open()
  await expect(inputs.launchButton).toBeDisabled()
  const form = await inputs.launch('Raw/Plaintext TCP')
  await expect(form.title).toBeFocused()
  await expectAccessible(page)
  await form.title.fill(title)
  await form.bindAddress.fill('127.0.0.1')
  await form.port.fill(String(port))
  await form.answer('Launch input')
  await expect(toast(page, `Input '${title}' launched successfully`)).toBeVisible()
  const input = inputs.input(title)
  await expect(input.badge('RUNNING')).toBeVisible()
  await sendLine(port, 'hello')
  await expect(input.card).toContainText('Messages received: 1')
  await expectAccessible(page)

  await input.stop.click()
  await expect(toast(page, `Request to stop input '${title}' was sent successfully.`)).toBeVisible()
  await expect(input.badge('NOT RUNNING')).toBeVisible()
  await input.start.click()
  await expect(toast(page, `Request to start input '${title}' was sent successfully.`)).toBeVisible()
  await expect(input.badge('RUNNING')).toBeVisible()

  await input.act('Delete input')
  const question = dialog(page, 'Delete input')
  await expect(question.box).toContainText(`Do you really want to delete input '${title}'?`)
  await question.answer('Delete input')
  await expect(toast(page, `Input '${title}' deleted successfully`)).toBeVisible()
  await expect(input.card).toHaveCount(0)
})

test('an input is edited, and a static field is added and removed', async ({ logyard, page }) => {
  const title = logyard.unique('edited')
  const id = await createInput(logyard, title, await freePort())
  await logyard.signIn(page, logyard.admin)
  const inputs = inputsPage(page)
  await inputs.open(`?query=${title}`)
  const input = inputs.input(title)
  await input.act('Edit input')
  const form = inputs.form(`Editing Input ${title}`)
  await form.title.fill(`${title} twice`)
  await form.answer('Update input')
  await expect(toast(page, `Input '${title} twice' updated successfully`)).toBeVisible()
  const renamed = inputs.input(`${title} twice`)
  await renamed.act('Add static field')
  const field = dialog(page, /^Add a static field/)
  await field.box.getByRole('textbox', { name: 'Field name' }).fill('not a name')
  await field.box.getByRole('textbox', { name: 'Field value' }).fill('production')
  await field.answer('Add field')
  await expect(field.box).toContainText('Must only contain alphanumeric characters or underscores')
  await field.box.getByRole('textbox', { name: 'Field name' }).fill('environment')
  await field.answer('Add field')
  await expect(renamed.card).toContainText('environment: production')
  expect((await logyard.api.call('GET', `/system/inputs/${id}`)).body).toMatchObject({
    title: `${title} twice`,
    static_fields: { environment: 'production' },
  })
  await renamed.card.getByRole('button', { name: 'Remove static field environment' }).click()
  await dialog(page, 'Remove static field').answer('Remove static field')
  await expect(renamed.card.getByText('environment: production')).toHaveCount(0)
})

test('a port in use is shown as a failure with its reason', async ({ logyard, page }) => {
  const port = await freePort()
  const first = await createInput(logyard, logyard.unique('first'), port)
  const stateOfFirst = async () => (await logyard.api.call('GET', `/system/inputstates/${first}`)).body
  await expect.poll(stateOfFirst).toMatchObject({ state: 'RUNNING' })
  const title = logyard.unique('second')
  await createInput(logyard, title, port)
  await logyard.signIn(page, logyard.admin)
  const inputs = inputsPage(page)
  await inputs.open()
  const input = inputs.input(title)
  await expect(input.badge('1 FAILED')).toBeVisible()
  await expect(input.card.getByRole('alert')).toContainText(/address/i)
  await input.badge('1 FAILED').click()
  await expect(page.getByRole('dialog', { name: '1 FAILED' })).toContainText(`Input States for ${title}`)
  await expectAccessible(page)
})

test('a reader sees inputs and their traffic but cannot change them', async ({ logyard, page }) => {
  const title = logyard.unique('watched')
  await createInput(logyard, title, await freePort())
  await logyard.signIn(page, await logyard.createUser('reader'))
  const inputs = inputsPage(page)
  await inputs.open()
  await expect(inputs.input(title).badge('1 RUNNING')).toBeVisible()
  await expect(inputs.launchButton).toHaveCount(0)
  await expect(inputs.input(title).stop).toHaveCount(0)
})

test('many inputs fit a phone after they were shown on a desktop', async ({ logyard, page }) => {
  const titles = Array.from({ length: 14 }, (_, at) => logyard.unique(`one of many ${at}`))
  for (const title of titles) await createInput(logyard, title, await freePort())
  await logyard.signIn(page, logyard.admin)
  const inputs = inputsPage(page)
  await inputs.open()
  for (const title of titles) await expect(inputs.input(title).card).toBeAttached()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFitsWidth(page, 'inputs')
  await inputs.input(titles.at(-1) ?? '').card.scrollIntoViewIfNeeded()
  await expectFitsWidth(page, 'inputs')
})
