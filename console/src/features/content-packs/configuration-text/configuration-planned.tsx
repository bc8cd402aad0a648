import {
  applyConfiguration,
  type ConfigurationPlan,
  type ConfigurationRequest,
  type PlannedChange,
} from '@logyard/contract/content-packs/configuration-text'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { Change, ChangeList } from '../differences/differences.tsx'
import { useApplyConfiguration } from './configuration-actions.ts'

interface ConfigurationPlannedProps {
  readonly plan: ConfigurationPlan
  readonly request: ConfigurationRequest
  readonly onApplied: () => void
}

/** What applying the files would change; applies all of it, or nothing. */
export function ConfigurationPlanned({ plan: { changes, unchanged }, request, onApplied }: ConfigurationPlannedProps) {
  const t = useText()
  const may = useMay()
  const count = (action: PlannedChange['action']) => changes.filter((change) => change.action === action).length
  const counts = { create: count('create'), update: count('update'), delete: count('delete'), unchanged }
  const apply = useApplyConfiguration(counts, counts.delete === 0)
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {t(changes.length === 0 ? 'contentPacks.configuration.same' : 'contentPacks.configuration.counts', counts)}
      </Text>
      <ChangeList>
        {changes.map(({ type, ...change }) => (
          <Change key={`${type.name} ${change.name}`} typeName={type.name} {...change} />
        ))}
      </ChangeList>
      {changes.length > 0 && may(applyConfiguration) && (
        <Group justify="flex-end">
          <Button loading={apply.isPending} onClick={async () => (await apply(request)) && onApplied()}>
            {t('contentPacks.configuration.apply')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
