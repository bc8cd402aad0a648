import type { StreamPageItem } from '@logyard/contract/streams/streams'
import { Stack, Text } from '@mantine/core'
import {
  IconBell,
  IconCopy,
  IconEdit,
  IconFilter,
  IconHome,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { useIsBuilt } from '../../../base/routes/built-routes.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCurrentUser, useMay } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import type { RowAction } from '../../../ui/menu/row-actions-menu.tsx'
import { type NamedStream, type StreamSwitch, useDeleteStream, useSetStartPage } from '../stream-actions.ts'
import { mayCloneStream, mayEditStream, maySwitchStream } from '../stream-permissions.ts'
import type { StreamForm } from './stream-form-dialog.tsx'

export interface StreamRowHandlers {
  readonly onForm: (form: StreamForm) => void
  readonly onAddRule: (stream: StreamPageItem) => void
  readonly onSwitch: (change: StreamSwitch) => void
  /** Resets the list to its first page. */
  readonly onDeleted: () => void
}

/** The actions on a stream. */
export function useStreamRowActions(handlers: StreamRowHandlers): (stream: StreamPageItem) => readonly RowAction[] {
  const { onForm, onAddRule, onSwitch, onDeleted } = handlers
  const t = useText()
  const may = useMay()
  const isBuilt = useIsBuilt()
  const { read_only: isReadOnly } = useCurrentUser()
  const ask = useStreamQuestions()
  const remove = useDeleteStream()
  const setStartPage = useSetStartPage()

  const pause = async (stream: StreamPageItem) => {
    if (await ask.pause(stream)) onSwitch({ stream, to: 'paused' })
  }
  const askAndDelete = async (stream: StreamPageItem) => {
    if (await ask.remove(stream)) remove.mutate(stream, { onSuccess: onDeleted })
  }

  return (stream) => {
    const canEdit = mayEditStream(may, stream)
    const protectedBecause = stream.is_editable ? undefined : t('streams.defaultStream.notPossible')
    const action = (isShown: boolean, one: RowAction): RowAction[] => (isShown ? [one] : [])
    const changing = (isShown: boolean, one: RowAction) =>
      action(isShown, { ...one, disabledBecause: protectedBecause })
    const { id } = stream
    return [
      ...changing(canEdit, {
        label: t('streams.manageRules'),
        icon: <IconFilter size={15} />,
        to: routes.streamEdit(id),
      }),
      ...changing(canEdit, {
        label: t('streams.addRule'),
        icon: <IconPlus size={15} />,
        onClick: () => onAddRule(stream),
      }),
      ...action(canEdit && isBuilt(routes.alerts.list), {
        label: t('streams.manageAlerts'),
        icon: <IconBell size={15} />,
        to: routes.alerts.list({ stream_id: id }),
      }),
      ...action(may('stream_outputs:read') && isBuilt(routes.streamOutputs), {
        label: t('streams.manageOutputs'),
        icon: <IconSend size={15} />,
        to: routes.streamOutputs(id),
      }),
      ...changing(maySwitchStream(may, stream) && stream.disabled, {
        label: t('streams.start'),
        icon: <IconPlayerPlay size={15} />,
        onClick: () => onSwitch({ stream, to: 'running' }),
      }),
      ...changing(maySwitchStream(may, stream) && !stream.disabled, {
        label: t('streams.pause'),
        icon: <IconPlayerPause size={15} />,
        onClick: () => pause(stream),
      }),
      ...changing(canEdit, {
        label: t('streams.edit'),
        icon: <IconEdit size={15} />,
        onClick: () => onForm({ kind: 'edit', stream }),
      }),
      ...changing(mayCloneStream(may, stream), {
        label: t('streams.clone'),
        icon: <IconCopy size={15} />,
        onClick: () => onForm({ kind: 'clone', stream }),
      }),
      {
        label: t('streams.setStartPage'),
        icon: <IconHome size={15} />,
        disabledBecause: isReadOnly ? t('streams.setStartPage.readOnly') : undefined,
        onClick: () => setStartPage.mutate(stream),
      },
      ...changing(canEdit, {
        label: t('streams.delete'),
        icon: <IconTrash size={15} />,
        isDangerous: true,
        onClick: () => askAndDelete(stream),
      }),
    ]
  }
}

/** The confirmations before pausing or deleting a stream. */
function useStreamQuestions() {
  const t = useText()
  const rich = useRichText()
  const confirm = useConfirm()
  const name = ({ title }: NamedStream) => (
    <Text span inherit fw={600} translate="no">
      {title}
    </Text>
  )
  return {
    pause: (stream: NamedStream) =>
      confirm({
        title: t('streams.pause.title'),
        text: rich('streams.pause.text', { title: name(stream) }),
        confirmLabel: t('streams.pause'),
      }),
    remove: (stream: NamedStream) =>
      confirm({
        title: t('streams.delete.title'),
        text: (
          <Stack gap="xs">
            <Text size="sm">{t('streams.delete.text')}</Text>
            <Text size="sm">{rich('streams.delete.what', { title: name(stream) })}</Text>
          </Stack>
        ),
        confirmLabel: t('streams.delete.confirm'),
        isDangerous: true,
      }),
  }
}
