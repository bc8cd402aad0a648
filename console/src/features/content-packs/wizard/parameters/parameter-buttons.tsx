import type { PackParameter } from '@logyard/contract/content-packs/content-packs'
import { ActionIcon, Group } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useText } from '../../../../base/text/text.tsx'
import { useConfirm } from '../../../../ui/confirm/confirm.tsx'
import { Tooltip } from '../../../../ui/tooltip/tooltip.tsx'

interface ParameterButtonsProps {
  readonly parameter: PackParameter
  readonly isUsed: boolean
  readonly onEdit: () => void
  readonly onDelete: () => void
}

export function ParameterButtons({ parameter: { name, title }, isUsed, onEdit, onDelete }: ParameterButtonsProps) {
  const t = useText()
  const confirm = useConfirm()
  const askAndDelete = async () => {
    const isSure = await confirm({
      title: t('contentPacks.parameter.delete'),
      text: t('contentPacks.parameter.delete.text', { title, name }),
      confirmLabel: t('contentPacks.parameter.delete'),
      isDangerous: true,
    })
    if (isSure) onDelete()
  }
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <ActionIcon aria-label={t('ui.list.actionOn', { action: t('contentPacks.edit'), name })} onClick={onEdit}>
        <IconPencil size={15} />
      </ActionIcon>
      <Tooltip label={isUsed ? t('contentPacks.parameter.inUse') : t('contentPacks.delete')}>
        <ActionIcon
          aria-label={t('ui.list.actionOn', { action: t('contentPacks.delete'), name })}
          {...(isUsed ? { 'data-disabled': true, 'aria-disabled': true } : {})}
          onClick={() => (isUsed ? undefined : void askAndDelete())}
        >
          <IconTrash size={15} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
