import { listCatalog, resolveCatalog } from '@logyard/contract/content-packs/catalog'
import { type ContentPack, createContentPack, downloadContentPack } from '@logyard/contract/content-packs/content-packs'
import { Badge, Button, Group } from '@mantine/core'
import { IconBoxSeam, IconDownload, IconEye, IconFileUpload, IconPackage, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useCommand } from '../../../base/page/commands.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { titleColumn } from '../../../ui/data-table/ready-columns.tsx'
import { deleteAction } from '../../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useCreateButton } from '../../../ui/page/use-create-button.tsx'
import { InstallDialog } from '../install/install-dialog.tsx'
import { useDeletePack, useDownloadPack } from '../pack-actions.ts'
import { latestPacksQuery } from '../pack-queries.ts'
import { PacksPage } from '../packs-page.tsx'
import { useWhyNot } from '../use-why-not.ts'
import { type PackRow, pageOfPacks } from './page-of-packs.ts'
import { UploadDialog } from './upload-dialog.tsx'

const LIST = { sort: 'name', pageSizes: [10, 25, 50, 100] } as const

/** Every content pack, in its latest revision. */
export function PacksScreen() {
  const t = useText()
  const may = useMay()
  const list = useListState(LIST)
  const packs = useQuery(latestPacksQuery(useCall()))
  const [installed, setInstalled] = useState<ContentPack>()
  const [isUploading, setIsUploading] = useState(false)
  const columns = usePackColumns()
  const rowActions = usePackRowActions(setInstalled)
  const data = useMemo(() => (packs.data === undefined ? undefined : pageOfPacks(packs.data, list)), [packs.data, list])
  const mayUpload = may(createContentPack)
  const mayCreate = may([createContentPack, listCatalog, resolveCatalog])
  useCommand('contentPacks.upload', t('contentPacks.upload'), () => setIsUploading(true), mayUpload)
  const create = useCreateButton({
    label: 'contentPacks.create',
    target: routes.contentPacks.create(),
    isAllowed: mayCreate,
  })
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
        hasHistory
        rowActions={rowActions}
        searchHelp="words"
        empty={{
          icon: <IconPackage />,
          title: t('contentPacks.list.empty'),
          text: t('contentPacks.list.empty.text'),
          ...(create === undefined ? {} : { action: create }),
        }}
        noMatch={{ title: t('contentPacks.list.noMatch') }}
      />
      {installed !== undefined && <InstallDialog pack={installed} onClose={() => setInstalled(undefined)} />}
      {isUploading && <UploadDialog onClose={() => setIsUploading(false)} />}
    </PacksPage>
  )
}

function usePackColumns(): readonly Column<PackRow>[] {
  const t = useText()
  return useMemo(
    () => [
      titleColumn({
        id: 'name',
        header: t('contentPacks.name'),
        sortKey: 'name',
        name: ({ pack }) => (pack.name === '' ? pack.id : pack.name),
        to: ({ pack }) => routes.contentPacks.show(pack.id),
        description: ({ pack }) => pack.summary,
        badges: ({ isInstalled }) =>
          isInstalled && (
            <Badge size="sm" color="gray">
              {t('contentPacks.installed')}
            </Badge>
          ),
      }),
      {
        id: 'rev',
        header: t('contentPacks.latestVersion'),
        sortKey: 'rev',
        cell: ({ pack }) => <span translate="no">{pack.v === '0' ? '-' : pack.rev}</span>,
      },
    ],
    [t],
  )
}

function usePackRowActions(install: (pack: ContentPack) => void): (row: PackRow) => readonly RowAction[] {
  const t = useText()
  const may = useMay()
  const whyNot = useWhyNot()
  const remove = useDeletePack()
  const download = useDownloadPack()
  return ({ pack }) => [
    {
      label: t('contentPacks.install'),
      icon: <IconBoxSeam size={15} />,
      isQuick: true,
      disabledBecause: whyNot.install(pack),
      onClick: () => install(pack),
    },
    { label: t('contentPacks.show'), icon: <IconEye size={15} />, to: routes.contentPacks.show(pack.id) },
    {
      label: t('contentPacks.newVersion'),
      icon: <IconPlus size={15} />,
      to: routes.contentPacks.edit(pack.id, String(pack.rev)),
      disabledBecause: whyNot.edit(pack),
    },
    {
      label: t('contentPacks.download'),
      icon: <IconDownload size={15} />,
      disabledBecause: may(downloadContentPack, { id: pack.id }) ? undefined : t('contentPacks.forbidden'),
      onClick: () => void download(pack),
    },
    {
      ...deleteAction(t('contentPacks.deleteAll'), () => remove(pack)),
      disabledBecause: whyNot.remove(pack),
    },
  ]
}
