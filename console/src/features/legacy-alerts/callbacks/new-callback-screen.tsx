import { Button, Select, Stack } from '@mantine/core'
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
import { callbackTypesQuery } from '../legacy-queries.ts'
import { CallbackDialog, type CallbackSubject } from './callback-form.tsx'

/** A stream, a type, then the form of that type. */
export function NewCallbackScreen() {
  const t = useText()
  const go = useGo()
  const types = useQuery(callbackTypesQuery(useCall())).data ?? {}
  const [streamId, setStreamId] = useState(useQueryValues().get('stream_id'))
  const [typeName, setTypeName] = useState<string | null>(null)
  const { open, ...dialog } = useFormDialog<CallbackSubject>()
  const type = typeName === null ? undefined : types[typeName]
  return (
    <Page
      title={t('legacyAlerts.callbacks.addNew')}
      crumbs={[{ label: t('legacyAlerts.callbacks'), to: routes.legacyAlerts.notifications() }]}
      width="reading"
    >
      <LegacyOff />
      <Stack gap="md" align="flex-start">
        <ChooseStream value={streamId} onChange={setStreamId} />
        <Select
          label={t('legacyAlerts.callbacks.type')}
          placeholder={t('legacyAlerts.callbacks.type.placeholder')}
          attributes={{ dropdown: { translate: 'no' }, input: { translate: 'no' } }}
          required
          w={420}
          maw="100%"
          disabled={streamId === null}
          data={Object.entries(types).map(([value, { name }]) => ({ value, label: name }))}
          value={typeName}
          onChange={setTypeName}
        />
        <Button
          leftSection={<IconPlus size={16} />}
          disabled={streamId === null || type === undefined}
          onClick={() =>
            streamId !== null && typeName !== null && type !== undefined && open({ streamId, typeName, type })
          }
        >
          {t('legacyAlerts.callbacks.add')}
        </Button>
      </Stack>
      <CallbackDialog {...dialog} onSaved={() => go(routes.legacyAlerts.notifications())} />
    </Page>
  )
}
