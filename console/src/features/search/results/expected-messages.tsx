import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DiagnoseLink } from '../../../ingest/diagnose-link.tsx'
import { ingestDiagnosisQuery, type Missing } from '../../../ingest/diagnosis-query.ts'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'

/** The state of the inputs and the newest message, shown when a search finds nothing, with a link to the diagnosis. */
export function ExpectedMessages({ missing }: { readonly missing: Missing }) {
  const t = useText()
  // The facts shown here do not depend on the range, which moves with each run of the search.
  const facts = ingestDiagnosisQuery(useCall(), { stream: missing.stream })
  const { data } = useQuery({ ...facts, refetchInterval: false })
  const running = data?.inputs.filter(({ state }) => state === 'RUNNING').length ?? 0
  return (
    <Text size="sm" c="dimmed" flex="1 1 100%" miw={0}>
      {t('search.nothing.expected')}{' '}
      {data !== undefined && (data.inputs.length > 0 || data.sees_all_inputs) && (
        <>{t('search.nothing.inputs', { count: running })} · </>
      )}
      {data?.newest_at && (
        <>
          {t('search.nothing.newest')} <RelativeTime instant={data.newest_at} every="second" /> ·{' '}
        </>
      )}
      {typeof data?.failures === 'number' && <>{t('search.nothing.failures', { count: data.failures })} · </>}
      <DiagnoseLink {...missing} />
    </Text>
  )
}
