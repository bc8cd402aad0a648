import { gzipSync } from 'node:zlib'
import { freePort } from '@logyard/server/testing/free-port'
import { expect, expectAccessible, type Logyard, test } from '../fixtures/logyard.ts'
import { dialog } from '../pages/dialog.ts'
import { failuresPage } from '../pages/failures.ts'
import { inputsPage } from '../pages/inputs.ts'
import { toast } from '../pages/toasts.ts'

const GELF_HTTP = 'org.graylog2.inputs.gelf.http.GELFHttpInput'

async function startGelf(logyard: Logyard, title: string) {
  const port = await freePort()
  const draft = (limit: number) => ({
    title,
    type: GELF_HTTP,
    global: true,
    configuration: { bind_address: '127.0.0.1', port, decompress_size_limit: limit },
  })
  const { status, body } = await logyard.api.call('POST', '/system/inputs', draft(1000))
  expect(status).toBe(201)
  const { id } = body as { id: string }
  const state = async () => (await logyard.api.call('GET', `/system/inputstates/${id}`)).body
  await expect.poll(state).toMatchObject({ state: 'RUNNING' })
  return {
    id,
    async send(payload: string | Uint8Array<ArrayBuffer>) {
      const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body: payload })
      expect(answer.status).toBe(202)
    },
    async raiseLimit() {
      expect((await logyard.api.call('PUT', `/system/inputs/${id}`, draft(1_000_000))).status).toBe(201)
    },
  }
}

test('a message that could not be decoded is inspected, fixed and replayed; another one is deleted', async ({
  logyard,
  page,
}) => {
  const title = logyard.unique('gelf')
  const input = await startGelf(logyard, title)
  const long = JSON.stringify({ version: '1.1', host: 'web-1', short_message: 'x'.repeat(2000) })
  await input.send(gzipSync(long))
  await input.send(`not json of ${title}`)
  await logyard.signIn(page, logyard.admin)

  const inputs = inputsPage(page)
  await inputs.open()
  const failed = inputs.input(title).row.getByRole('link', { name: '2 messages could not be decoded or stored' })
  await failed.click()
  const failures = failuresPage(page)
  await expect(failures.row(title)).toHaveCount(2)
  await expectAccessible(page)
  await failures
    .row(/\b1,?000 bytes/)
    .getByRole('button', { name: /^Open failure/ })
    .click()
  await expect(failures.drawer.getByRole('link', { name: title })).toBeVisible()
  await failures.drawer.getByText('Bytes', { exact: true }).click()
  await expect(failures.drawer.getByText(/00000000 {2}1f 8b 08/)).toBeVisible()
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await failures.drawer.getByRole('button', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^failure-\d+\.bin$/)

  await failures.drawer.getByRole('button', { name: 'Replay' }).click()
  await expect(toast(page, 'No messages stored, 1 failed again')).toBeVisible()
  await expect(failures.drawer.getByText('Attempts')).toBeVisible()
  await input.raiseLimit()
  await failures.drawer.getByRole('button', { name: 'Replay' }).click()
  await expect(toast(page, '1 message stored')).toBeVisible()
  await expect(failures.drawer).toBeHidden()
  await expect(failures.row(title)).toHaveCount(1)

  await page.getByRole('button', { name: 'Delete 1 matching' }).click()
  await dialog(page, 'Delete the failure?').answer('Delete failure')
  await expect(toast(page, 'Failure deleted')).toBeVisible()
  await expect(failures.row(title)).toHaveCount(0)
})
