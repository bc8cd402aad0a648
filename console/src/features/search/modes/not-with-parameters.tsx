import { IconVariableOff } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'

/** Patterns and live tails take no parameters. */
export function NotWithParameters() {
  const t = useText()
  return (
    <EmptyState
      icon={<IconVariableOff />}
      title={t('search.mode.parameters')}
      text={t('search.mode.parameters.text')}
    />
  )
}
