import { updateExtractor } from '@logyard/contract/extractors/extractors'
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../base/routes/app-link.tsx'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { extractorsLink } from '../../ingest/extractors-link.ts'
import { extractorsQuery } from '../../ingest/extractors-query.ts'

/** How many extractors the input has, with the way to them. */
export function ExtractorCount({ input }: { input: InputSummary }) {
  const t = useText()
  const canEdit = useMay()(updateExtractor, { inputId: input.id })
  const { data } = useQuery({ ...extractorsQuery(useCall(), input.id), refetchInterval: false })
  return (
    <Text size="sm" mt="sm">
      {data !== undefined && <>{t('inputs.extractors', { count: data.length })} · </>}
      <AppLink to={extractorsLink(input)}>{t(canEdit ? 'inputs.manageExtractors' : 'inputs.showExtractors')}</AppLink>
    </Text>
  )
}
