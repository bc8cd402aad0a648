/** Why a widget is not executed. */
import { IconLock, IconVariable } from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import type { ParameterGaps } from '../../view-document/parameters/parameters.ts'

export function LockedWidget({ hiddenStreams }: { hiddenStreams: number }) {
  const t = useText()
  return (
    <EmptyState
      icon={<IconLock />}
      title={t('widgets.locked')}
      text={t('widgets.locked.text', { count: hiddenStreams })}
    />
  )
}

export function MissingValues({ missing: { undeclared, unbound } }: { missing: ParameterGaps }) {
  const t = useText()
  const names = (all: readonly string[]) => all.map((name) => `$${name}$`).join(', ')
  return (
    <EmptyState
      icon={<IconVariable />}
      title={t('widgets.parameters.missing')}
      text={
        undeclared.length > 0
          ? t('widgets.parameters.undeclared', { names: names(undeclared) })
          : t('widgets.parameters.unbound', { names: names(unbound) })
      }
    />
  )
}
