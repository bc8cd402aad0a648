import type { DiagnosedInput } from '@logyard/contract/ingest/ingest-diagnosis'
import { Text } from '@mantine/core'
import { Fragment } from 'react'
import { AppLink } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'

/** One row per input: what it received, and what became of it. */
export function InputsTable({ inputs }: { readonly inputs: readonly DiagnosedInput[] }) {
  const t = useText()
  const count = (messages: number | undefined) =>
    messages === undefined ? '–' : t('inputs.count', { count: messages })
  return (
    <FormSection title={t('diagnosis.inputs')} description={t('diagnosis.inputs.text')}>
      <PlainTable
        label={t('diagnosis.inputs')}
        minWidth={840}
        rows={inputs}
        rowId={({ id }) => id}
        columns={[
          {
            header: t('diagnosis.input'),
            cell: ({ id, title }) => (
              <AppLink to={routes.inputs.diagnosis(id)}>
                <span translate="no">{title}</span>
              </AppLink>
            ),
          },
          { header: t('diagnosis.state'), cell: (input) => <State {...input} /> },
          { header: t('diagnosis.lastMinute'), align: 'right', cell: ({ last_minute }) => count(last_minute) },
          { header: t('diagnosis.lastHour'), align: 'right', cell: ({ last_hour }) => count(last_hour) },
          { header: t('diagnosis.refused'), align: 'right', cell: ({ refused }) => count(refused) },
          { header: t('diagnosis.failed.column'), align: 'right', cell: ({ failures }) => count(failures?.count) },
          { header: t('diagnosis.stored'), align: 'right', cell: ({ stored }) => count(stored?.last_hour) },
          { header: t('diagnosis.streams'), cell: (input) => <StreamLinks {...input} /> },
          {
            header: t('diagnosis.newest'),
            cell: ({ stored }) =>
              stored?.newest_at ? <RelativeTime instant={stored.newest_at} every="second" /> : '–',
          },
        ]}
      />
    </FormSection>
  )
}

function State({ state }: Pick<DiagnosedInput, 'state'>) {
  const t = useText()
  const tone = state === 'RUNNING' ? 'ok' : state === 'FAILED' ? 'bad' : 'off'
  return <StatusDot tone={tone}>{t(state === null ? 'inputs.state.notRunning' : `inputs.state.${state}`)}</StatusDot>
}

function StreamLinks({ stored }: Pick<DiagnosedInput, 'stored'>) {
  const streams = stored?.streams ?? []
  if (streams.length === 0) return '–'
  return (
    <Text size="sm" component="span" translate="no">
      {streams.map(({ id, title }, place) => (
        <Fragment key={id}>
          {place > 0 && ', '}
          <AppLink to={routes.streamSearch(id)}>{title}</AppLink>
        </Fragment>
      ))}
    </Text>
  )
}
