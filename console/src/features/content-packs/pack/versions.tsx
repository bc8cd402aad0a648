import type { ContentPack } from '@logyard/contract/content-packs/content-packs'
import { Button, Group, Radio } from '@mantine/core'
import { IconBoxSeam, IconDownload, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { PlainTable } from '../../../ui/data-table/plain-table.tsx'
import { deleteAction } from '../../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { RowActionsMenu } from '../../../ui/menu/row-actions-menu.tsx'
import { InstallDialog } from '../install/install-dialog.tsx'
import { useDeleteRevision, useDownloadPack } from '../pack-actions.ts'
import { CONTENT_PACKS_KEY } from '../pack-queries.ts'
import { useWhyNot } from '../use-why-not.ts'

interface VersionsProps {
  readonly revisions: readonly ContentPack[]
  readonly shown: ContentPack
  readonly onShow: (rev: number) => void
}

export function Versions({ revisions, shown, onShow }: VersionsProps) {
  const t = useText()
  const group = useId()
  const download = useDownloadPack()
  const [installed, setInstalled] = useState<ContentPack>()
  const actionsOf = useVersionActions(revisions, setInstalled)
  return (
    <>
      <PlainTable
        label={t('contentPacks.versions')}
        rows={revisions}
        rowId={({ rev }) => String(rev)}
        columns={[
          {
            header: t('contentPacks.version'),
            cell: ({ rev }) => (
              <Radio
                name={group}
                label={<span translate="no">{rev}</span>}
                aria-label={t('contentPacks.versions.select', { rev })}
                checked={rev === shown.rev}
                onChange={() => onShow(rev)}
              />
            ),
          },
          {
            cell: (pack) => (
              <Group gap="xs" justify="flex-end" wrap="nowrap">
                <Button
                  size="compact-xs"
                  variant="default"
                  leftSection={<IconDownload size={14} />}
                  onClick={() => void download(pack)}
                >
                  {t('contentPacks.download')}
                </Button>
                <RowActionsMenu name={t('contentPacks.versions.name', { rev: pack.rev })} actions={actionsOf(pack)} />
              </Group>
            ),
          },
        ]}
        maxWidth={560}
      />
      {installed !== undefined && <InstallDialog pack={installed} onClose={() => setInstalled(undefined)} />}
    </>
  )
}

function useVersionActions(revisions: readonly ContentPack[], install: (pack: ContentPack) => void) {
  const t = useText()
  const go = useGo()
  const client = useQueryClient()
  const whyNot = useWhyNot()
  const remove = useDeleteRevision()
  const askAndRemove = async (pack: ContentPack) => {
    if (!(await remove(pack))) return
    // A pack ends with its last revision: its page, still open for a moment, must not load it again.
    const isLast = revisions.length === 1
    if (isLast) go(routes.contentPacks.list())
    await client.invalidateQueries({ queryKey: CONTENT_PACKS_KEY, refetchType: isLast ? 'none' : 'active' })
  }
  return (pack: ContentPack): readonly RowAction[] => [
    {
      label: t('contentPacks.install'),
      icon: <IconBoxSeam size={15} />,
      disabledBecause: whyNot.install(pack),
      onClick: () => install(pack),
    },
    {
      label: t('contentPacks.newFromRevision'),
      icon: <IconPlus size={15} />,
      to: routes.contentPacks.edit(pack.id, String(pack.rev)),
      disabledBecause: whyNot.edit(pack),
    },
    {
      ...deleteAction(t('contentPacks.delete'), () => askAndRemove(pack)),
      disabledBecause: whyNot.remove(pack),
    },
  ]
}
