import { listStreamOutputs } from '@logyard/contract/outputs/outputs'
import type { StreamPageItem } from '@logyard/contract/streams/streams'
import { Stack, Text } from '@mantine/core'
import {
  IconBell,
  IconCopy,
  IconEdit,
  IconFilter,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { useIsBuilt } from '../../../base/routes/built-routes.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useStartPageAction } from '../../../ui/menu/use-start-page-action.tsx'
import { type NamedStream, type StreamSwitch, useDeleteStream } from '../stream-actions.ts'
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
  const rules = useRuleActions(handlers)
  const links = useLinkActions()
  const states = useStateActions(handlers)
  const forms = useFormActions(handlers)
  const startPage = useStartPageAction()
  const removal = useDeleteAction(handlers)
  return (stream) => [
    ...rules(stream),
    ...links(stream),
    ...states(stream),
    ...forms(stream),
    startPage({ type: 'stream', id: stream.id }),
    ...removal(stream),
  ]
}

/** Built-in streams show their actions disabled, with the reason. */
function useReasonNotToChange() {
  const t = useText()
  return (stream: StreamPageItem) => ({
    disabledBecause: stream.is_editable ? undefined : t('streams.defaultStream.notPossible'),
  })
}

function useRuleActions({ onAddRule }: StreamRowHandlers) {
  const t = useText()
  const may = useMay()
  const reason = useReasonNotToChange()
  return (stream: StreamPageItem): readonly RowAction[] => {
    if (!mayEditStream(may, stream)) return []
    return [
      {
        label: t('streams.manageRules'),
        icon: <IconFilter size={15} />,
        to: routes.streamEdit(stream.id),
        isQuick: true,
        ...reason(stream),
      },
      {
        label: t('streams.addRule'),
        icon: <IconPlus size={15} />,
        onClick: () => onAddRule(stream),
        ...reason(stream),
      },
    ]
  }
}

function useLinkActions() {
  const t = useText()
  const may = useMay()
  const isBuilt = useIsBuilt()
  return (stream: StreamPageItem): readonly RowAction[] => {
    const alerts: RowAction = {
      label: t('streams.manageAlerts'),
      icon: <IconBell size={15} />,
      to: routes.alerts.list({ stream_id: stream.id }),
    }
    const outputs: RowAction = {
      label: t('streams.manageOutputs'),
      icon: <IconSend size={15} />,
      to: routes.streamOutputs(stream.id),
    }
    return [
      ...(mayEditStream(may, stream) && isBuilt(routes.alerts.list) ? [alerts] : []),
      ...(may(listStreamOutputs, { id: stream.id }) && isBuilt(routes.streamOutputs) ? [outputs] : []),
    ]
  }
}

function useStateActions({ onSwitch }: StreamRowHandlers) {
  const t = useText()
  const may = useMay()
  const reason = useReasonNotToChange()
  const confirmations = useStreamConfirmations()
  const pause = async (stream: StreamPageItem) => {
    if (await confirmations.pause(stream)) onSwitch({ stream, to: 'paused' })
  }
  return (stream: StreamPageItem): readonly RowAction[] => {
    if (!maySwitchStream(may, stream)) return []
    if (!stream.disabled) {
      const icon = <IconPlayerPause size={15} />
      return [{ label: t('streams.pause'), icon, onClick: () => pause(stream), ...reason(stream) }]
    }
    const icon = <IconPlayerPlay size={15} />
    return [{ label: t('streams.start'), icon, onClick: () => onSwitch({ stream, to: 'running' }), ...reason(stream) }]
  }
}

function useFormActions({ onForm }: StreamRowHandlers) {
  const t = useText()
  const may = useMay()
  const reason = useReasonNotToChange()
  return (stream: StreamPageItem): readonly RowAction[] => {
    const edit: RowAction = {
      label: t('streams.edit'),
      icon: <IconEdit size={15} />,
      onClick: () => onForm({ kind: 'edit', stream }),
      ...reason(stream),
    }
    const clone: RowAction = {
      label: t('streams.clone'),
      icon: <IconCopy size={15} />,
      onClick: () => onForm({ kind: 'clone', stream }),
      ...reason(stream),
    }
    return [...(mayEditStream(may, stream) ? [edit] : []), ...(mayCloneStream(may, stream) ? [clone] : [])]
  }
}

function useDeleteAction({ onDeleted }: StreamRowHandlers) {
  const t = useText()
  const may = useMay()
  const reason = useReasonNotToChange()
  const confirmations = useStreamConfirmations()
  const remove = useDeleteStream()
  const confirmAndDelete = async (stream: StreamPageItem) => {
    if (await confirmations.remove(stream)) remove.mutate(stream, { onSuccess: onDeleted })
  }
  return (stream: StreamPageItem): readonly RowAction[] => {
    if (!mayEditStream(may, stream)) return []
    const action = { label: t('streams.delete'), icon: <IconTrash size={15} />, isDangerous: true }
    return [{ ...action, onClick: () => confirmAndDelete(stream), ...reason(stream) }]
  }
}

/** The confirmations before pausing or deleting a stream. */
function useStreamConfirmations() {
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
