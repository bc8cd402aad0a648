import { listCatalog, resolveCatalog } from '@logyard/contract/content-packs/catalog'
import { type ContentPack, createContentPack } from '@logyard/contract/content-packs/content-packs'
import { Button, Group } from '@mantine/core'
import { IconFileUpload, IconPackage, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useCommand } from '../../../base/page/commands.tsx'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { InstallDialog } from '../install/install-dialog.tsx'
import { latestPacksQuery } from '../pack-queries.ts'
import { PacksPage } from '../packs-page.tsx'
import { pageOfPacks } from './page-of-packs.ts'
import { UploadDialog } from './upload-dialog.tsx'
import { usePackColumns } from './use-pack-columns.tsx'
import { usePackRowActions } from './use-pack-row-actions.tsx'

const LIST = { sort: 'name', pageSizes: [10, 25, 50, 100] } as const

/** Every content pack, in its latest revision. */
export function PacksScreen() {
  const t = useText()
  const may = useMay()
  const go = useGo()
  const list = useListState(LIST)
  const packs = useQuery(latestPacksQuery(useCall()))
  const [installed, setInstalled] = useState<ContentPack>()
  const [isUploading, setIsUploading] = useState(false)
  const columns = usePackColumns()
  const rowActions = usePackRowActions(setInstalled)
  const data = useMemo(() => (packs.data === undefined ? undefined : pageOfPacks(packs.data, list)), [packs.data, list])
  const mayUpload = may(createContentPack)
  const mayCreate = may([createContentPack, listCatalog, resolveCatalog])
  useCommand('contentPacks.create', t('contentPacks.create'), () => go(routes.contentPacks.create()), mayCreate)
  useCommand('contentPacks.upload', t('contentPacks.upload'), () => setIsUploading(true), mayUpload)
  const create = mayCreate && (
    <LinkButton to={routes.contentPacks.create()} leftSection={<IconPlus size={16} />}>
      {t('contentPacks.create')}
    </LinkButton>
  )
  const action = (
    <Group gap="sm">
      {mayUpload && (
        <Button variant="default" leftSection={<IconFileUpload size={16} />} onClick={() => setIsUploading(true)}>
          {t('contentPacks.upload')}
        </Button>
      )}
      {create}
    </Group>
  )
  return (
    <PacksPage title={t('contentPacks.list')} description={t('contentPacks.list.description')} action={action}>
      <DataTable
        label={t('contentPacks.list')}
        list={list}
        result={{ ...packs, data }}
        columns={columns}
        rowId={({ pack }) => pack.id}
        rowName={({ pack }) => pack.name}
        rowActions={rowActions}
        searchHelp="words"
        empty={{
          icon: <IconPackage />,
          title: t('contentPacks.list.empty'),
          text: t('contentPacks.list.empty.text'),
          ...(create === false ? {} : { action: create }),
        }}
        noMatch={{ title: t('contentPacks.list.noMatch') }}
      />
      {installed !== undefined && <InstallDialog pack={installed} onClose={() => setInstalled(undefined)} />}
      {isUploading && <UploadDialog onClose={() => setIsUploading(false)} />}
    </PacksPage>
  )
}
