import { gelfSender } from '../fixtures/gelf.ts'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { makeSidecar, sidecarAgent } from '../fixtures/sidecar-agent.ts'
import { list } from '../pages/list.ts'
import { toast } from '../pages/toasts.ts'

test('an agent is connected, gets a configuration and an action, and shows why it fails', async ({ logyard, page }) => {
  const host = logyard.unique('host')
  const configuration = logyard.unique('web logs')
  await logyard.signIn(page, logyard.admin)
  await page.goto('./system/overview')
  await page.getByRole('link', { name: 'Sidecars', exact: true }).click()
  await page.getByRole('link', { name: 'Connect a sidecar' }).first().click()
  const inputStep = page.getByRole('listitem', { name: /^Start a Beats input/ })
  await inputStep.getByRole('button', { name: 'Start Beats input on 5044' }).click()
  const beats = /has port (\d+)/
  await expect(inputStep).toContainText(beats)
  const [, beatsPort = ''] = beats.exec((await inputStep.textContent()) ?? '') ?? []
  await page.getByRole('button', { name: 'Create token' }).click()
  const command = page.getByRole('region', { name: 'Command' })
  await expect(command).toContainText(`:${new URL(logyard.url).port}/api/"`)
  const token = /server_api_token: "(\w+)"/.exec((await command.textContent()) ?? '')?.[1] ?? ''
  const agent = sidecarAgent(logyard.url, token, host)
  await agent.poll()
  await expect(page.getByRole('link', { name: host })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Choose configurations' }).click()
  await expect(page.getByRole('heading', { name: 'Collector administration' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: host })).toBeVisible()

  await page.goto('./system/sidecars/configuration')
  await page.getByRole('link', { name: 'New configuration' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill(configuration)
  await page.getByRole('combobox', { name: 'Collector' }).click()
  await page.getByRole('option', { name: 'filebeat on Linux' }).click()
  const editor = page.getByRole('textbox', { name: 'Configuration', exact: true })
  await expect(editor).toContainText('filebeat.inputs')
  await expect(editor).toContainText(`:${beatsPort}"]`)
  await editor.click()
  await page.keyboard.press('Control+Home')
  // On a busy machine the preview starts before the name is complete, and half a name is refused.
  test.info().annotations.push({ type: 'expects-status', description: '400' })
  await page.keyboard.type(`# \${sidecar.nodeN`)
  await page.getByRole('option', { name: 'sidecar.nodeName' }).click()
  await expect(editor).toContainText('sidecar.nodeName}')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Preview for' }).click()
  await page.getByRole('option', { name: host }).click()
  await expect(page.getByRole('region', { name: 'Preview', exact: true })).toContainText(`# ${host}`)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(toast(page, 'Configuration successfully created')).toBeVisible()

  await page.goto(`./system/sidecars/administration?node_id=${agent.nodeId}`)
  const collectors = list(page, 'Collector administration')
  const row = `filebeat on Linux, ${host}`
  await collectors.select(row)
  await collectors.bulk('Configure')
  await page.getByRole('radio', { name: configuration }).check()
  await page.getByRole('button', { name: 'Apply configuration' }).click()
  await expect(toast(page, 'Configuration change for 1 collectors requested')).toBeVisible()
  await expect(collectors.region.getByRole('link', { name: configuration })).toBeVisible()
  const [assigned] = (await agent.poll()).assignments ?? []
  expect(await agent.render(assigned?.configuration_id ?? '')).toContain(`# ${host}`)

  await collectors.select(row)
  await collectors.bulk('Restart')
  await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click()
  await expect(toast(page, 'Restart for 1 collectors requested')).toBeVisible()
  const [action] = (await agent.poll()).actions ?? []
  expect(action?.properties).toEqual({ restart: true })

  const report = { status: 2, message: 'It does not start', verbose_message: 'line 4: unexpected end' }
  await agent.poll([{ collector_id: action?.collector_id ?? '', ...report }])
  await page.getByRole('link', { name: host }).first().click()
  const status = page.getByRole('region', { name: 'Collectors', exact: true })
  await expect(status).toContainText('It does not start')
  await expect(status).toContainText('line 4: unexpected end')
  await expect(page.getByRole('link', { name: 'Show messages' })).toHaveAttribute('href', new RegExp(agent.nodeId))

  const sender = await gelfSender(logyard, host)
  await page.goto(`./system/sidecars/connect?node_id=${agent.nodeId}`)
  const arrival = page.getByRole('listitem', { name: /^The first message arrives/ })
  await expect(arrival).toContainText('Waiting for a message')
  await sender.send({ short_message: `hello from ${host}`, _gl2_source_collector: agent.nodeId })
  await expect(arrival).toContainText(`hello from ${host}`)
  await expect(arrival.getByRole('status')).toHaveText('Done')
})

test('a configuration is assigned to the sidecars of all pages at once', async ({ logyard, page }) => {
  const { api, url, unique } = logyard
  const fleet = unique('fleet')
  const { collector, configuration } = await makeSidecar(url, api, unique('pattern'))
  const { token } = Object((await api.call('POST', `/users/graylog-sidecar/tokens/${fleet}`, {})).body)
  const agents = Array.from({ length: 12 }, (_, index) => sidecarAgent(url, String(token), `${fleet}-${index}`))
  await Promise.all(agents.map((agent) => agent.poll()))
  const { name } = Object((await api.call('GET', `/sidecar/configurations/${configuration}`)).body)
  await logyard.signIn(page, logyard.admin)
  await page.goto(`./system/sidecars/administration?query=name:${fleet}&collector=${collector}&per_page=10`)
  const collectors = list(page, 'Collector administration')
  await collectors.region.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await expect(collectors.selected).toHaveText('10 selected')
  await collectors.region.getByRole('button', { name: 'Select all 12 matching sidecars' }).click()
  await expect(collectors.region).toContainText('All 12 matching sidecars selected')
  await collectors.bulk('Configure')
  await page.getByRole('radio', { name }).check()
  await page.getByRole('button', { name: 'Apply configuration' }).click()
  await expect(toast(page, 'Configuration change for 12 collectors requested')).toBeVisible()
  for (const agent of agents) {
    expect((await agent.poll()).assignments).toEqual([{ collector_id: collector, configuration_id: configuration }])
  }
})
