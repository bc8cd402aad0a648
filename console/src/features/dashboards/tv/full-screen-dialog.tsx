import type { View } from '@logyard/contract/views/views'
import { Checkbox, NumberInput, Stack } from '@mantine/core'
import { useState } from 'react'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { ChoiceDialog } from '../../../ui/choice-dialog.tsx'
import type { DashboardState } from '../editing/dashboard-session.ts'
import { withValues } from '../editing/values-in-address.ts'
import { usePageTitle } from '../pages/use-page-title.ts'
import { DEFAULT_INTERVAL_S, DEFAULT_REFRESH_S } from './tv-settings.ts'

interface FullScreenDialogProps {
  readonly view: View
  readonly state: DashboardState
  readonly onClose: () => void
}

/** Settings of the full-screen view: the pages to show, how long each, and the refresh interval. */
export function FullScreenDialog({ view, state, onClose }: FullScreenDialogProps) {
  const t = useText()
  const go = useGo()
  const titleOf = usePageTitle()
  // The full-screen view shows the saved dashboard.
  const { pages } = state.saved
  const [refresh, setRefresh] = useState(DEFAULT_REFRESH_S)
  const [interval, setInterval] = useState(DEFAULT_INTERVAL_S)
  const [tabs, setTabs] = useState<readonly string[]>(pages.map((_, index) => String(index)))
  const start = () => {
    const chosen = pages.map((_, index) => String(index)).filter((index) => tabs.includes(index))
    const isAll = chosen.length === pages.length
    // Browsers allow full screen only during a click; if refused, the page fills the window.
    void document.documentElement.requestFullscreen?.().catch(() => undefined)
    go(
      withValues(
        routes.dashboardTv(view.id, {
          interval: String(interval),
          refresh: String(refresh),
          tabs: isAll ? undefined : chosen.join(','),
        }),
        state.values,
      ),
    )
  }
  return (
    <ChoiceDialog
      title={t('dashboards.fullScreen.title')}
      confirmLabel={t('dashboards.fullScreen.start')}
      confirm={{ disabled: tabs.length === 0 }}
      onConfirm={start}
      onClose={onClose}
    >
      <Seconds
        label={t('dashboards.fullScreen.refresh')}
        help={t('dashboards.fullScreen.refresh.help')}
        value={refresh}
        onChange={setRefresh}
      />
      <Checkbox.Group label={t('dashboards.fullScreen.tabs')} value={[...tabs]} onChange={setTabs}>
        <Stack gap="xs" mt="xs">
          {pages.map((page, index) => (
            <Checkbox key={page.id} value={String(index)} label={<span translate="no">{titleOf(page, index)}</span>} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Seconds
        label={t('dashboards.fullScreen.interval')}
        help={t('dashboards.fullScreen.interval.help')}
        value={interval}
        onChange={setInterval}
      />
    </ChoiceDialog>
  )
}

interface SecondsProps {
  readonly label: string
  readonly help: string
  readonly value: number
  readonly onChange: (seconds: number) => void
}

function Seconds({ label, help, value, onChange }: SecondsProps) {
  return (
    <NumberInput
      label={label}
      description={help}
      min={1}
      max={86_400}
      clampBehavior="blur"
      value={value}
      onChange={(next) => typeof next === 'number' && next >= 1 && onChange(next)}
    />
  )
}
