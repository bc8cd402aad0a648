import { expect, expectAccessible, test } from '../fixtures/logyard.ts'

test('a person sees what a proposal changes, applies one and rejects another', async ({ logyard, page }) => {
  const named = (what: string) => logyard.unique(what).toUpperCase().replaceAll('-', '_')
  const [applied, rejected] = [named('APPLIED'), named('REJECTED')]
  for (const name of [applied, rejected]) {
    const data = { name, pattern: '[a-z]{4}' }
    const made = await logyard.api.call('POST', '/logyard/configuration/proposals', {
      ...{ title: `Add ${name}`, reason: `Extractors need ${name}` },
      entities: [{ type: { name: 'grok_pattern', version: '1' }, name, data }],
    })
    expect(made.status).toBe(200)
  }
  await logyard.signIn(page, logyard.admin)
  await page.goto('./system/contentpacks')
  await page.getByRole('link', { name: 'Proposals' }).click()
  const proposalOf = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: `Add ${name}` }) })
  await expect(proposalOf(applied).getByText(`Extractors need ${applied}`)).toBeVisible()
  await expect(proposalOf(applied).getByRole('insertion').filter({ hasText: '[a-z]{4}' })).toBeVisible()
  await expectAccessible(page)

  await proposalOf(applied).getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await expect(proposalOf(applied).getByText('Applied by')).toBeVisible()
  await proposalOf(rejected).getByRole('button', { name: 'Reject' }).click()
  await expect(proposalOf(rejected).getByText('Rejected', { exact: true })).toBeVisible()

  const { body } = await logyard.api.call('GET', '/system/grok')
  const names = Object(body).patterns.map(({ name }: { name: string }) => name)
  expect(names).toContain(applied)
  expect(names).not.toContain(rejected)
})
