import {
  applyConfiguration,
  type ConfigurationPlan,
  type ConfigurationRequest,
  type PlannedChange,
} from '@logyard/contract/content-packs/configuration-text'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import classes from '../differences/differences.module.css'
import { Differences } from '../differences/differences.tsx'
import { typeText } from '../model/entity-text.ts'
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
      <ul className={classes['list']}>
        {changes.map(({ type, name, action, differences }) => (
          <li key={`${type.name} ${name}`}>
            <div className={classes['heading']}>
              <Badge size="sm" color={action === 'delete' ? 'red' : 'gray'}>
                {t(`contentPacks.action.${action}`)}
              </Badge>
              <span translate="no">{name}</span>
              <Text span inherit c="dimmed" translate="no">
                {typeText(type.name)}
              </Text>
            </div>
            <Differences differences={differences} />
          </li>
        ))}
      </ul>
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
