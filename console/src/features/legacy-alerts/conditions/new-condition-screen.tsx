import { Button, Select, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useGo, useQueryValues } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { ChooseStream } from '../choose-stream.tsx'
import { LegacyOff } from '../legacy-page.tsx'
import { conditionTypesQuery } from '../legacy-queries.ts'
import { ConditionDialog, type ConditionSubject } from './condition-form.tsx'

/** A stream, a type, then the form of that type. */
export function NewConditionScreen() {
  const t = useText()
  const go = useGo()
  const types = useQuery(conditionTypesQuery(useCall())).data ?? {}
  const [streamId, setStreamId] = useState(useQueryValues().get('stream_id'))
  const [typeName, setTypeName] = useState<string | null>(null)
  const { open, ...dialog } = useFormDialog<ConditionSubject>()
  const type = typeName === null ? undefined : types[typeName]
  return (
    <Page
      title={t('legacyAlerts.conditions.addNew')}
      crumbs={[{ label: t('legacyAlerts.conditions'), to: routes.legacyAlerts.conditions() }]}
      width="reading"
    >
      <LegacyOff />
      <Stack gap="md" align="flex-start">
        <ChooseStream value={streamId} onChange={setStreamId} />
        <Select
          label={t('legacyAlerts.conditions.type')}
          placeholder={t('legacyAlerts.conditions.type.placeholder')}
          attributes={{ dropdown: { translate: 'no' }, input: { translate: 'no' } }}
          required
          w={420}
          maw="100%"
          disabled={streamId === null}
          data={Object.entries(types).map(([value, { name }]) => ({ value, label: name }))}
          value={typeName}
          onChange={setTypeName}
        />
        {type !== undefined && (
          <Text size="sm" c="dimmed" translate="no">
            {type.human_name}
          </Text>
        )}
        <Button
          leftSection={<IconPlus size={16} />}
          disabled={streamId === null || type === undefined}
          onClick={() => streamId !== null && type !== undefined && open({ streamId, type })}
        >
          {t('legacyAlerts.conditions.add')}
        </Button>
      </Stack>
      <ConditionDialog
        {...dialog}
        onSaved={(id) => streamId !== null && go(routes.legacyAlerts.condition(streamId, id))}
      />
    </Page>
  )
}
