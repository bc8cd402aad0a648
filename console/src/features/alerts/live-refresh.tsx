import { Group } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { ALERTS_KEY } from '../../alerting/alerting-keys.ts'
import { useText } from '../../base/text/text.tsx'
import { RefreshControl } from '../../query/refresh/refresh-control.tsx'
import type { Refresh } from '../../query/refresh/refresh-intervals.ts'
import { ToolButton } from '../../ui/tooltip/tool-button.tsx'
import { EVENTS_KEY } from './alert-keys.ts'

export const REFRESH_AT_FIRST: Refresh = { seconds: 5, isOn: true }

interface LiveRefreshProps {
  readonly refresh: Refresh
  readonly onChange: (refresh: Refresh) => void
}

/** Reloads events and alerts now, or at an interval. */
export function LiveRefresh({ refresh, onChange }: LiveRefreshProps) {
  const t = useText()
  const client = useQueryClient()
  const isFetching = useIsFetching({ queryKey: EVENTS_KEY }) + useIsFetching({ queryKey: ALERTS_KEY }) > 0
  const reload = () => {
    for (const queryKey of [EVENTS_KEY, ALERTS_KEY]) void client.invalidateQueries({ queryKey })
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <ToolButton label={t('alerts.reload')} variant="default" size={32} aria-busy={isFetching} onClick={reload}>
        <IconRefresh size={16} />
      </ToolButton>
      <RefreshControl refresh={refresh} onChange={onChange} />
    </Group>
  )
}
