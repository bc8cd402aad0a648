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
  // Found by what sends to it, and chosen by keyboard alone.
  await expect(inputs.launchButton).toBeEnabled()
  await inputs.launchButton.press('Enter')
  await page.getByRole('textbox', { name: 'Select input' }).fill('one message per line')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const form = inputs.form('New Raw/Plaintext TCP input')
  await expect(form.title).toBeFocused()
  await expectAccessible(page)
  await form.bindAddress.fill('127.0.0.1')
  await form.port.fill(String(port))
  await form.answer('Create')
  await expect(form.title).toBeFocused()
  await expect(form.title).toBeInViewport()
  await form.title.fill(title)
  await form.answer('Create')
  await expect(toast(page, `Input '${title}' launched successfully`)).toBeVisible()
  const sending = dialog(page, title).box
  await expect(sending.getByRole('region', { name: 'Command' })).toContainText(`nc -w1 127.0.0.1 ${port}`)
  await expect(sending).toContainText('Waiting for the first message')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const input = inputs.input(title)
  await expect(input.row).toContainText('Running')
  await expect(input.row).toContainText('Nothing yet')
  await input.toggle.click()
  await expect(input.below).toContainText(`Nothing has arrived on TCP 127.0.0.1:${port} yet. Test from the sender:`)
  await sendLine(port, 'hello')
  await expect(input.below).toContainText('Messages received: 1')
  await expect(input.row).not.toContainText('Nothing yet')
  await expectAccessible(page)
  await input.act('How to send')
  await expect(sending.getByRole('region', { name: 'Newest message' })).toContainText('hello')
  await expect(sending.getByRole('link', { name: 'Open in search' })).toBeVisible()
  await page.keyboard.press('Escape')

  await input.act('Stop input')
  await expect(toast(page, `Request to stop input '${title}' was sent successfully.`)).toBeVisible()
  await expect(input.row).toContainText('Stopped')
  await input.act('Start input')
  await expect(toast(page, `Request to start input '${title}' was sent successfully.`)).toBeVisible()
  await expect(input.row).toContainText('Running')

  await input.act('Delete input')
  const question = dialog(page, 'Delete input')
  await expect(question.box).toContainText(`Do you really want to delete input '${title}'?`)
  await question.answer('Delete input')
  await expect(toast(page, `Input '${title}' deleted successfully`)).toBeVisible()
  await expect(input.row).toHaveCount(0)
})

test('an input is edited, and a static field is added and removed', async ({ logyard, page }) => {
  const title = logyard.unique('edited')
  const id = await createInput(logyard, title, await freePort())
  await logyard.signIn(page, logyard.admin)
  const inputs = inputsPage(page)
  await inputs.open(`?query=${title}`)
  const input = inputs.input(title)
  await input.act('Edit input')
  const form = inputs.form(`Edit input ${title}`)
  await form.title.fill(`${title} twice`)
  await form.answer('Save')
  await expect(toast(page, `Input '${title} twice' updated successfully`)).toBeVisible()
  const renamed = inputs.input(`${title} twice`)
  await renamed.act('New static field')
  const field = dialog(page, /^New static field/)
  await field.box.getByRole('textbox', { name: 'Field name' }).fill('not a name')
  await field.box.getByRole('textbox', { name: 'Field value' }).fill('production')
  await field.answer('Create')
  await expect(field.box).toContainText('Must only contain alphanumeric characters or underscores')
  await field.box.getByRole('textbox', { name: 'Field name' }).fill('environment')
  await field.answer('Create')
  await renamed.toggle.click()
  await expect(renamed.below).toContainText('environment: production')
  expect((await logyard.api.call('GET', `/system/inputs/${id}`)).body).toMatchObject({
    title: `${title} twice`,
    static_fields: { environment: 'production' },
  })
  await renamed.below.getByRole('button', { name: 'Remove static field environment' }).click()
  await dialog(page, 'Remove static field').answer('Remove static field')
  await expect(renamed.below.getByText('environment: production')).toHaveCount(0)
})

test('a taken port is told in words, and changing it starts the input', async ({ logyard, page }) => {
  const port = await freePort()
  const firstTitle = logyard.unique('first')
  const first = await createInput(logyard, firstTitle, port)
  const stateOfFirst = async () => (await logyard.api.call('GET', `/system/inputstates/${first}`)).body
  await expect.poll(stateOfFirst).toMatchObject({ state: 'RUNNING' })
  const title = logyard.unique('second')
  await logyard.signIn(page, logyard.admin)
  const inputs = inputsPage(page)
  await inputs.open()
  const form = await inputs.launch('Raw/Plaintext TCP')
  await form.title.fill(title)
  await form.bindAddress.fill('127.0.0.1')
  await form.port.fill(String(port))
  await form.answer('Create')
  await expect(toast(page, `Input '${title}' is not running`)).toBeVisible()
  await expect(toast(page, 'Success')).toHaveCount(0)
  const input = inputs.input(title)
  await expect(input.row).toContainText('Failed')
  await expect(input.below).toContainText(`Port ${port} is used by input ${firstTitle}.`)
  await expectAccessible(page)

  await input.below.getByRole('button', { name: 'Change port' }).click()
  const editing = inputs.form(`Edit input ${title}`)
  await expect(editing.port).toBeFocused()
  await editing.port.fill(String(await freePort()))
  await editing.answer('Save')
  await expect(toast(page, `Input '${title}' updated successfully`)).toBeVisible()
  await expect(input.row).toContainText('Running')
})

test('a diagnosis names a sender that speaks another protocol, and the input that fits it', async ({
  logyard,
  page,
}) => {
  const title = logyard.unique('diagnosed')
  const port = await freePort()
  const id = await createInput(logyard, title, port)
  await logyard.signIn(page, logyard.admin)
  await page.goto(`system/inputs/${id}/diagnosis`)
  const findings = page.getByRole('list', { name: 'Findings' })
  await expect(findings).toContainText(`Nothing has arrived on TCP 127.0.0.1:${port} yet`)
  await expect(findings).toContainText(`nc -w1 127.0.0.1 ${port}`)
  await expectAccessible(page)
  await sendLine(port, 'hello')
  await expect(findings).toContainText('Messages arrive')
  await expect(page.getByRole('row', { name: /All messages/ })).toContainText('1')
  await sendLine(port, '{"version":"1.1","host":"web-1","short_message":"a GELF message"}')
  await expect(findings).toContainText('A sender speaks GELF')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFitsWidth(page, 'diagnosis')
  await findings.getByRole('button', { name: 'New GELF TCP input' }).click()
  await expect(inputsPage(page).form('New GELF TCP input').title).toBeFocused()
})

test('a reader sees inputs and their traffic but cannot change them', async ({ logyard, page }) => {
  const title = logyard.unique('watched')
  await createInput(logyard, title, await freePort())
  await logyard.signIn(page, await logyard.createUser('reader'))
  const inputs = inputsPage(page)
  await inputs.open()
  const input = inputs.input(title)
  await expect(input.row).toContainText('Running')
  await expect(inputs.launchButton).toHaveCount(0)
  await input.act('Diagnose input')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Diagnosis ${title}`)
  await expect(page.getByRole('list', { name: 'Findings' })).toContainText('Nothing has arrived')
  await expect(page.getByRole('button', { name: /Edit|New|Start/ })).toHaveCount(0)
})

test('many inputs fit a phone after they were shown on a desktop', async ({ logyard, page }) => {
  const titles = Array.from({ length: 14 }, (_, at) => logyard.unique(`one of many ${at}`))
  for (const title of titles) await createInput(logyard, title, await freePort())
  await logyard.signIn(page, logyard.admin)
  const inputs = inputsPage(page)
  await inputs.open()
  for (const title of titles) await expect(inputs.input(title).row).toBeAttached()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFitsWidth(page, 'inputs')
  await inputs.input(titles.at(-1) ?? '').row.scrollIntoViewIfNeeded()
  await expectFitsWidth(page, 'inputs')
})
