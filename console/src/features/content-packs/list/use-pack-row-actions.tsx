import { type ContentPack, downloadContentPack } from '@logyard/contract/content-packs/content-packs'
import { IconBoxSeam, IconDownload, IconEye, IconPlus } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { deleteAction } from '../../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useDeletePack, useDownloadPack } from '../pack-actions.ts'
import { useWhyNot } from '../use-why-not.ts'
import type { PackRow } from './page-of-packs.ts'

export function usePackRowActions(install: (pack: ContentPack) => void): (row: PackRow) => readonly RowAction[] {
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
