import type { IngestDiagnosis } from '@logyard/contract/ingest/ingest-diagnosis'
import { Box, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { useQueryValues } from '../../base/routes/location.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { ingestDiagnosisQuery, type Missing } from '../../ingest/diagnosis-query.ts'
import { Finding, FindingList } from '../../ui/finding/finding.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { isoTime } from '../../ui/time/iso-time.ts'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { FindingAction } from './finding-action.tsx'
import { findingsOf, keyOf, toneOf } from './findings.ts'
import { InputsTable } from './inputs-table.tsx'
import { useFindingWords } from './use-finding-words.ts'

/** Why messages are missing: what was found over all inputs, and the figures of each. */
export function DiagnosisScreen() {
  const t = useText()
  const values = useQueryValues()
  const missing: Missing = {
    stream: values.get('stream') ?? undefined,
    from: values.get('from') ?? undefined,
    to: values.get('to') ?? undefined,
  }
  const diagnosis = useQuery({ ...ingestDiagnosisQuery(useCall(), missing), placeholderData: keepPreviousData })
  return (
    <Page title={t('diagnosis.title')} subject={diagnosis.data?.stream?.title} description={t('diagnosis.description')}>
      <Loaded query={diagnosis} lines={8}>
        {(found) => <Diagnosis diagnosis={found} missing={missing} />}
      </Loaded>
    </Page>
  )
}

function Diagnosis({ diagnosis, missing }: { readonly diagnosis: IngestDiagnosis; readonly missing: Missing }) {
  const t = useText()
  const { timeZone } = useIntl()
  const words = useFindingWords()
  const { newest_at: newestAt, inputs } = diagnosis
  const newestText = newestAt === null ? '' : isoTime(Date.parse(newestAt), timeZone, 'second')
  return (
    <>
      {newestAt !== null && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('diagnosis.newest')}: <RelativeTime instant={newestAt} every="second" />
        </Text>
      )}
      <FindingList label={t('diagnosis.findings')}>
        {findingsOf(diagnosis, missing).map((finding) => {
          const { title, text } = words(finding, newestText)
          return (
            <Finding
              key={keyOf(finding)}
              tone={toneOf(finding)}
              title={title}
              action={<FindingAction finding={finding} missing={missing} />}
            >
              {text !== undefined && <Text size="sm">{text}</Text>}
            </Finding>
          )
        })}
      </FindingList>
      {inputs.length > 0 && (
        <Box mt="xl">
          <InputsTable inputs={inputs} />
        </Box>
      )}
    </>
  )
}
