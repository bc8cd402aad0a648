import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import { useText } from '../../../base/text/text.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'

type Kind = 'enable' | 'disable' | 'delete'

/** Asks before a definition is enabled, disabled or deleted. */
export function useDefinitionConfirmations(): (kind: Kind, definition: EventDefinition) => Promise<boolean> {
  const t = useText()
  const confirm = useConfirm()
  return (kind, { title }) =>
    confirm({
      title: t(`definitions.${kind}.title`),
      text: t(`definitions.${kind}.text`, { title }),
      confirmLabel: t(`definitions.${kind}.confirm`),
      isDangerous: kind === 'delete',
    })
}
