/** Texts of users and senders stay texts wherever the console shows them. */
import type { Page } from '@playwright/test'
import { expect, expectOnlyText, test, touchEverything } from '../fixtures/hostile.ts'
import type { HostileInstance } from '../fixtures/hostile-instance.ts'
import { PAGES } from '../fixtures/pages.ts'
import { visit } from '../pages/frame.ts'

type Paths = (hostile: HostileInstance) => readonly string[]

/** The pages that show hostile texts, in addition to the common pages. */
const ABOUT_HOSTILE: Readonly<Record<string, Paths>> = {
  search: ({ savedSearchId, query }) => [
    `search/${savedSearchId}`,
    `search?rangetype=relative&relative=0&show=patterns&q=${encodeURIComponent(query)}`,
  ],
  streams: ({ streamId }) => [`streams/${streamId}/edit`, `streams/${streamId}/outputs`, `streams/${streamId}/search`],
  dashboards: ({ dashboardId }) => [
    `dashboards/${dashboardId}`,
    `dashboards/${dashboardId}?page=page-1`,
    `dashboards/tv/${dashboardId}`,
  ],
  inputs: ({ texts }) => [`system/inputs?query=${encodeURIComponent(texts.markup)}`],
  indices: ({ indexSetId }) => [`system/index_sets/${indexSetId}`, `system/index_sets/${indexSetId}/configuration`],
  sidecars: ({ sidecar }) => [
    `system/sidecars/${sidecar.node}/status`,
    `system/sidecars/administration?node_id=${sidecar.node}`,
    'system/sidecars/configuration',
    'system/sidecars/configuration?show=variables',
    `system/sidecars/configuration/edit/${sidecar.configuration}`,
  ],
  contentPacks: ({ contentPackId: id }) => [`system/contentpacks/${id}`, `system/contentpacks/${id}/2/edit`],
  users: ({ user }) => [`system/users/${user.id}`, `system/users/edit/${user.id}`, `system/users/tokens/${user.id}`],
  roles: ({ roleId }) => [`system/roles/${roleId}`, `system/roles/edit/${roleId}`],
}

async function inspect(page: Page, path: string, open?: (page: Page) => Promise<void>): Promise<void> {
  await visit(page, path)
  await open?.(page)
  await expectOnlyText(page, path)
  await touchEverything(page, path)
}

for (const [area, pages] of Object.entries(PAGES)) {
  test(`no text of users and senders runs or fetches anything: ${area}`, async ({
    logyard,
    page,
    hostile,
    witness,
  }) => {
    test.setTimeout(480_000)
    await logyard.signIn(page, logyard.admin)
    for (const visited of pages) {
      const { path, open } = await visited(logyard)
      await inspect(page, path, open)
    }
    for (const path of ABOUT_HOSTILE[area]?.(hostile) ?? []) await inspect(page, path)
    expect(witness.events).toEqual([])
  })
}
