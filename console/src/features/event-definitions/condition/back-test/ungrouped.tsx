import type { FieldCoverage } from '@logyard/contract/search/field-insights'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../../../base/text/text.tsx'
import { Dimmed } from '../../../../ui/dimmed.tsx'
import { groupFields } from '../group-fields.ts'

interface UngroupedProps {
  /** Matching messages, none of which has all fields of the groups. */
  readonly messages: number
  readonly groupBy: readonly string[]
  readonly coverage: FieldCoverage | undefined
  readonly onGroupBy: (fields: readonly string[]) => void
}

const OFFERED = 4

/** Says why there is nothing to show, and which fields the messages can be grouped by. */
export function Ungrouped({ messages, groupBy, coverage, onGroupBy }: UngroupedProps) {
  const t = useText()
  if (messages === 0) return <Dimmed>{t('definitions.backTest.nothing')}</Dimmed>
  const offered = coverage === undefined ? [] : groupFields(coverage).slice(0, OFFERED)
  return (
    <Stack gap="xs">
      <Text role="status" fw={550}>
        <IconAlertTriangle size={16} aria-hidden color="var(--ly-warn-text)" />{' '}
        {t('definitions.backTest.ungrouped', { count: messages, fields: groupBy.join(', ') })}
      </Text>
      {offered.length > 0 && (
        <Group gap="xs">
          <Text size="sm">{t('definitions.backTest.groupBy')}</Text>
          {offered.map(({ field }) => (
            <Button key={field} size="compact-sm" variant="light" translate="no" onClick={() => onGroupBy([field])}>
              {field}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  )
}
