import { Alert, Select } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useQueryValues } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { LoadedMessage } from '../../../messages-table/loader/loaded-message.ts'
import { MessageLoader } from '../../../messages-table/loader/message-loader.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { AreaLinks } from '../area-links.tsx'
import { firstStream, type ProcessedStream, processedStreamsQuery } from '../pipeline-queries.ts'
import { SimulationView } from './simulation-view.tsx'

const SOURCES = ['raw', 'recent', 'id'] as const

/** What the pipelines in use would make of a message. */
export function SimulatorScreen() {
  const t = useText()
  return (
    <Page title={t('pipelines.simulator')} description={t('pipelines.simulator.description')}>
      <AreaLinks />
      <Loaded query={useQuery(processedStreamsQuery(useCall()))}>
        {(streams) => (streams.length === 0 ? <NoStreams /> : <Simulator streams={streams} />)}
      </Loaded>
    </Page>
  )
}

function NoStreams() {
  const t = useText()
  return (
    <Alert color="amber" icon={<IconInfoCircle />} title={t('pipelines.simulator.noStreams')}>
      <LinkButton to={routes.streams()} size="xs" variant="default">
        {t('pipelines.simulator.toStreams')}
      </LinkButton>
    </Alert>
  )
}

function Simulator({ streams }: { streams: readonly ProcessedStream[] }) {
  const t = useText()
  const values = useQueryValues()
  const [streamId, setStreamId] = useState(firstStream(streams) ?? null)
  const [message, setMessage] = useState<LoadedMessage>()
  const linked = { index: values.get('index') ?? '', id: values.get('message_id') ?? '' }
  return (
    <>
      <FormSection title={t('pipelines.simulator.message')}>
        <Select
          maw={360}
          label={t('pipelines.simulator.stream')}
          searchable
          allowDeselect={false}
          comboboxProps={{ keepMounted: false }}
          nothingFoundMessage={t('ui.list.noMatch')}
          attributes={{ option: { translate: 'no' }, input: { translate: 'no' } }}
          data={streams.map(({ id, title }) => ({ value: id, label: title }))}
          value={streamId}
          onChange={setStreamId}
        />
        <MessageLoader sources={SOURCES} linked={linked.id === '' ? undefined : linked} onLoad={setMessage} withInput />
      </FormSection>
      {message !== undefined && streamId !== null && (
        <SimulationView
          message={message}
          streamId={streamId}
          streamTitle={streams.find(({ id }) => id === streamId)?.title ?? streamId}
        />
      )}
    </>
  )
}
