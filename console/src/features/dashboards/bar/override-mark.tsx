import { Badge, Button, Group } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { noOverride, type Override } from '../../../view-document/dashboards/dashboard-search.ts'

interface OverrideMarkProps {
  readonly override: Override
  readonly onOverride: (override: Override) => void
}

/** Shows that the dashboard is overridden, so that it is not mistaken for its saved state. */
export function OverrideMark({ override, onOverride }: OverrideMarkProps) {
  const t = useText()
  const { timerange: _, ...withoutRange } = override
  return (
    <Group gap={6} wrap="nowrap" role="status">
      <Badge color="gray" size="lg" radius="sm" tt="none">
        {t('dashboards.bar.overridden')}
      </Badge>
      {override.timerange !== undefined && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onOverride(withoutRange)}>
          {t('dashboards.bar.noRange')}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onOverride(noOverride)}>
        {t('dashboards.bar.reset')}
      </Button>
    </Group>
  )
}
