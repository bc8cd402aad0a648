import { createEventDefinition } from '@logyard/contract/events/event-definitions'
import { Alert, Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconAlertTriangle, IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { statusText } from '../../../../api/api-error.ts'
import { useMay } from '../../../../base/session/current-user.tsx'
import { useText } from '../../../../base/text/text.tsx'
import { apiFieldErrors } from '../../../../ui/form/api-field-errors.ts'
import { FormSection } from '../../../../ui/form/form-section.tsx'
import { type DefinitionDraft, isConditionComplete } from '../../model/definition-draft.ts'
import { BackTestResult } from './back-test-result.tsx'
import { useBackTest } from './use-back-test.ts'

const DAYS = [1, 7, 14, 30] as const

interface BackTestPanelProps {
  readonly draft: DefinitionDraft
  readonly onChange: (changes: Partial<DefinitionDraft>) => void
}

/** Runs the condition over the past, before it is saved. */
export function BackTestPanel({ draft, onChange }: BackTestPanelProps) {
  const t = useText()
  const [days, setDays] = useState<number>(7)
  const { test, backTest, isCurrent, counted } = useBackTest(draft)
  const canTest = useMay()(createEventDefinition)
  if (!canTest || draft.config?.type !== 'aggregation-v1') return null
  return (
    <FormSection title={t('definitions.backTest')} description={t('definitions.backTest.help')}>
      <Group gap="xs" align="flex-end">
        <NativeSelect
          label={t('definitions.backTest.days')}
          data={DAYS.map((value) => ({
            value: String(value),
            label: t('definitions.backTest.lastDays', { count: value }),
          }))}
          value={String(days)}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
        />
        <Button
          variant="default"
          leftSection={<IconHistory size={16} />}
          loading={test.isPending}
          disabled={!isConditionComplete(draft)}
          onClick={() => test.mutate(days)}
        >
          {t('definitions.backTest.run')}
        </Button>
      </Group>
      {test.isError && (
        <Alert color="red" icon={<IconAlertTriangle />} title={t('definitions.backTest.failed')}>
          {Object.values(apiFieldErrors(test.error) ?? {}).join(' ') || statusText(test.error)}
        </Alert>
      )}
      {backTest !== undefined && !isCurrent && !test.isPending && (
        <Text size="sm" c="dimmed" role="status">
          {t('definitions.backTest.outdated')}
        </Text>
      )}
      {backTest !== undefined && counted !== undefined && (
        <BackTestResult backTest={backTest} counted={counted} draft={draft} onChange={onChange} />
      )}
    </FormSection>
  )
}
