import { deleteDecorator } from '@logyard/contract/search/decorators'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { List, Select, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import {
  decoratorHint,
  decoratorsQuery,
  decoratorTypesQuery,
} from '../../messages-table/decorators/decorator-queries.ts'
import { readableStreamsQuery } from '../../query/stream-picker/readable-streams-query.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { ConfigurationCard } from './configuration-card.tsx'
import { DecoratorsForm } from './decorators-form.tsx'

/** Selects searches that are not limited to one stream. */
const NO_STREAM = ''

/** The decorators that new searches start with, for all searches and for those of one stream. */
export function DecoratorsCard() {
  const t = useText()
  const call = useCall()
  const canEdit = useMay()(deleteDecorator)
  const decorators = useQuery(decoratorsQuery(call))
  const types = useQuery(decoratorTypesQuery(call))
  const streams = useQuery(readableStreamsQuery(call))
  const [stream, setStream] = useState(DEFAULT_STREAM_ID)
  const [isOpen, setIsOpen] = useState(false)
  const decorated = new Set(decorators.data?.map((one) => one.stream ?? NO_STREAM))
  const shownStreams = (streams.data ?? []).filter(({ id }) => decorated.has(id) || id === DEFAULT_STREAM_ID)
  const shown = (decorators.data ?? []).filter((one) => (one.stream ?? NO_STREAM) === stream)
  const failed = [decorators, types, streams].find(({ isError }) => isError)
  return (
    <ConfigurationCard
      title={t('configurations.decorators')}
      description={t('configurations.decorators.description')}
      onUpdate={canEdit && decorators.isSuccess && streams.isSuccess ? () => setIsOpen(true) : undefined}
    >
      {failed?.error && <LoadFailed error={failed.error} onRetry={failed.refetch} />}
      {decorators.isPending && <Skeleton h={80} />}
      {decorators.isSuccess && (
        <Stack gap="sm">
          <Select
            maw={360}
            label={t('configurations.decorators.stream')}
            allowDeselect={false}
            data={[
              { value: NO_STREAM, label: t('configurations.decorators.defaultSearch') },
              ...shownStreams.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            value={stream}
            onChange={(next) => setStream(next ?? NO_STREAM)}
            attributes={{ dropdown: { translate: 'no' } }}
          />
          {shown.length === 0 ? (
            <Dimmed>{t('search.decorators.none')}</Dimmed>
          ) : (
            <List type="ordered" size="sm" aria-label={t('configurations.decorators')} translate="no">
              {shown.map((decorator) => (
                <List.Item key={decorator.id}>
                  {types.data?.[decorator.type]?.name ?? t('search.decorators.unknown', { type: decorator.type })}{' '}
                  <Text span size="xs" c="dimmed">
                    {decoratorHint(decorator, types.data?.[decorator.type])}
                  </Text>
                </List.Item>
              ))}
            </List>
          )}
        </Stack>
      )}
      <FormDialog isOpen={isOpen} close={() => setIsOpen(false)} title={t('configurations.decorators.edit')}>
        <DecoratorsForm stored={decorators.data ?? []} streams={streams.data ?? []} firstStream={stream} />
      </FormDialog>
    </ConfigurationCard>
  )
}
