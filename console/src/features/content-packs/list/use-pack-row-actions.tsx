import { type ContentPack, downloadContentPack } from '@logyard/contract/content-packs/content-packs'
import { IconBoxSeam, IconDownload, IconEye, IconPlus, IconTrash } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useDeletePack, useDownloadPack } from '../pack-actions.ts'
import { useWhyNot } from '../use-why-not.ts'
import type { PackRow } from './page-of-packs.ts'

export function usePackRowActions(install: (pack: ContentPack) => void): (row: PackRow) => readonly RowAction[] {
  const t = useText()
  const may = useMay()
  const whyNot = useWhyNot()
  const confirm = useConfirm()
  const remove = useDeletePack()
  const download = useDownloadPack()
  const askAndRemove = async ({ id, name }: ContentPack) => {
    const isSure = await confirm({
      title: t('contentPacks.deleteAll.title', { name }),
      text: t('contentPacks.deleteAll.text'),
      confirmLabel: t('contentPacks.deleteAll'),
      isDangerous: true,
    })
    if (isSure) remove.mutate(id)
  }
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
      label: t('contentPacks.deleteAll'),
      icon: <IconTrash size={15} />,
      isDangerous: true,
      disabledBecause: whyNot.remove(pack),
      onClick: () => void askAndRemove(pack),
    },
  ]
}
