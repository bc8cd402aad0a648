import { searchesEverywhere } from '@logyard/contract/identity/rights'
import type { InputDiagnosis } from '@logyard/contract/ingest/input-diagnosis'
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { getStream } from '@logyard/contract/streams/streams'
import { Table, Text } from '@mantine/core'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import classes from './diagnosis.module.css'

interface MessageTargetsProps {
  readonly input: InputSummary
  readonly diagnosis: InputDiagnosis
}

/** The streams and index sets that the input's messages went to. */
export function MessageTargets({ input, diagnosis: { targets, range_seconds } }: MessageTargetsProps) {
  const t = useText()
  const mayReadAll = useMay()(getStream)
  const minutes = Math.round(range_seconds / 60)
  return (
    <FormSection
      title={t('inputs.diagnosis.targets')}
      description={t('inputs.diagnosis.targets.range', { minutes })}
      action={targets.length > 0 && <ShowMessages input={input} />}
    >
      {targets.length === 0 ? (
        <Text size="sm">
          {t(mayReadAll ? 'inputs.diagnosis.targets.none' : 'inputs.diagnosis.targets.noneReadable')}
        </Text>
      ) : (
        <Table className={classes['table'] ?? ''}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('inputs.diagnosis.stream')}</Table.Th>
              <Table.Th>{t('inputs.diagnosis.indexSet')}</Table.Th>
              <Table.Th data-number>{t('inputs.diagnosis.messages')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {targets.map(({ stream_id, stream_title, index_set_id, index_set_title, messages }) => (
              <Table.Tr key={stream_id}>
                <Table.Td translate="no">
                  <AppLink to={routes.streamSearch(stream_id)}>{stream_title}</AppLink>
                </Table.Td>
                <Table.Td translate="no">
                  {index_set_title === null ? (
                    '–'
                  ) : (
                    <AppLink to={routes.indices.set(index_set_id)}>{index_set_title}</AppLink>
                  )}
                </Table.Td>
                <Table.Td data-number>{t('inputs.count', { count: messages })}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </FormSection>
  )
}

function ShowMessages({ input }: { input: InputSummary }) {
  const t = useText()
  const may = useMay()
  if (!may(searchesEverywhere)) return null
  return (
    <LinkButton
      size="compact-sm"
      variant="default"
      to={routes.search({ q: `gl2_source_input:${input.id}`, rangetype: 'relative', relative: '900' })}
    >
      {t('inputs.showReceived')}
    </LinkButton>
  )
}
