import { listStreamOutputs } from '@logyard/contract/outputs/outputs'
import { cloneStream, pauseStream, type StreamPageItem, updateStream } from '@logyard/contract/streams/streams'
import {
  IconBell,
  IconCopy,
  IconEdit,
  IconFilter,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconSend,
  IconStethoscope,
} from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { allowed, deleteAction } from '../../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useStartPageAction } from '../../../ui/menu/use-start-page-action.tsx'
import { useDeleteStream } from '../stream-actions.tsx'
import type { StreamForm } from './stream-form-dialog.tsx'

interface StreamRowHandlers {
  readonly onForm: (form: StreamForm) => void
  readonly onAddRule: (stream: StreamPageItem) => void
  readonly onStart: (stream: StreamPageItem) => unknown
  readonly onPause: (stream: StreamPageItem) => unknown
  /** Resets the list to its first page. */
  readonly onDeleted: () => void
}

/** The actions on a stream. Those that would change a built-in stream are disabled, with the reason. */
export function useStreamRowActions(handlers: StreamRowHandlers): (stream: StreamPageItem) => readonly RowAction[] {
  const t = useText()
  const may = useMay()
  const startPage = useStartPageAction()
  const remove = useDeleteStream()
  return (stream) => {
    const { id } = stream
    const canEdit = may(updateStream, { id })
    const canSwitch = may(pauseStream, { id })
    const reason = { disabledBecause: stream.is_editable ? undefined : t('streams.defaultStream.notPossible') }
    const change = (label: string, icon: RowAction['icon'], onClick: () => unknown): RowAction => ({
      label,
      icon,
      onClick,
      ...reason,
    })
    const rules: RowAction = {
      label: t('streams.manageRules'),
      icon: <IconFilter size={15} />,
      to: routes.streamEdit(id),
      isQuick: true,
      ...reason,
    }
    const alerts: RowAction = {
      label: t('streams.manageAlerts'),
      icon: <IconBell size={15} />,
      to: routes.alerts.list({ stream_id: id }),
    }
    const outputs: RowAction = {
      label: t('streams.manageOutputs'),
      icon: <IconSend size={15} />,
      to: routes.streamOutputs(id),
    }
    const onDelete = async () => {
      if (await remove(stream)) handlers.onDeleted()
    }
    return allowed(
      canEdit && rules,
      canEdit && change(t('streams.rules.add'), <IconPlus size={15} />, () => handlers.onAddRule(stream)),
      canEdit && alerts,
      may(listStreamOutputs, { id }) && outputs,
      { label: t('ui.diagnose'), icon: <IconStethoscope size={15} />, to: routes.diagnosis({ stream: id }) },
      canSwitch &&
        (stream.disabled
          ? change(t('streams.start'), <IconPlayerPlay size={15} />, () => handlers.onStart(stream))
          : change(t('streams.pause'), <IconPlayerPause size={15} />, () => handlers.onPause(stream))),
      canEdit && change(t('streams.edit'), <IconEdit size={15} />, () => handlers.onForm({ kind: 'edit', stream })),
      may(cloneStream, { id }) &&
        change(t('streams.clone'), <IconCopy size={15} />, () => handlers.onForm({ kind: 'clone', stream })),
      startPage({ type: 'stream', id }),
      canEdit && { ...deleteAction(t('streams.delete'), onDelete), ...reason },
    )
  }
}
