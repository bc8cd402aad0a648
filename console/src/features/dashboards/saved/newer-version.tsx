/** Reports that somebody else saved the dashboard that is edited here, before the user tries to save. */

import { getView } from '@logyard/contract/views/views'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { isDirty } from '../../../view-document/editing/view-editor.ts'
import type { DashboardSession, DashboardState } from '../editing/dashboard-session.ts'

/** Often enough that little work is wasted. */
const ASK_MS = 20_000

interface NewerVersionProps {
  readonly session: DashboardSession
  readonly state: DashboardState
  readonly onReload: () => void
}

export function NewerVersion({ session, state, onReload }: NewerVersionProps) {
  const t = useText()
  const theirs = useNewerVersion(state)
  if (theirs === undefined) return null
  return (
    <Alert color="amber" p="xs" icon={<IconUsers />} role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('dashboards.newer')}</Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={onReload}>
            {t('dashboards.newer.theirs')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => session.buildOn(theirs)}>
            {t('dashboards.newer.mine')}
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}

/** When somebody else saved the dashboard; polled only while there are unsaved changes and the page is visible. */
function useNewerVersion(state: DashboardState): string | undefined {
  const call = useCall()
  const { view } = state
  const id = view?.id ?? ''
  const mine = view?.last_updated_at
  const stored = useQuery({
    queryKey: ['dashboard-version', id, mine],
    queryFn: async ({ signal }) => {
      const { last_updated_at } = await call(getView, { params: { id }, signal, extendSession: false })
      return last_updated_at
    },
    enabled: view !== undefined && isDirty(state),
    refetchInterval: ASK_MS,
    refetchIntervalInBackground: false,
    staleTime: ASK_MS,
    retry: false,
    gcTime: 0,
  })
  return stored.data === undefined || stored.data === mine || !isDirty(state) ? undefined : stored.data
}
