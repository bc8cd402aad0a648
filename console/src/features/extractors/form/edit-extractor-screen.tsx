import { updateExtractor } from '@logyard/contract/extractors/extractors'
import { searchesEverywhere } from '@logyard/contract/identity/rights'
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { ForEditors } from '../../../ui/page/for-editors.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { inputIdOf, useExtractorLinks } from '../extractor-links.ts'
import { extractorQuery, newestMessageQuery } from '../extractor-queries.ts'
import { useExtractorCrumbs, WithInput } from '../input-page.tsx'
import { extractorValues } from '../model/extractor-values.ts'
import { ExtractorEditor } from './extractor-editor.tsx'

export function EditExtractorScreen() {
  const { inputId, nodeId, extractorId } = useRouteParams(routes.inputs.extractorEdit)
  return (
    <WithInput id={inputIdOf(inputId, nodeId)}>
      {(input) => <EditExtractor key={extractorId} input={input} extractorId={extractorId} />}
    </WithInput>
  )
}

function EditExtractor({ input, extractorId }: { input: InputSummary; extractorId: string }) {
  const t = useText()
  const call = useCall()
  const { list } = useExtractorLinks(input)
  const crumbs = useExtractorCrumbs(input)
  const isAllowed = useMay()(updateExtractor, { inputId: input.id })
  const extractor = useQuery(extractorQuery(call, input.id, extractorId))
  const newest = useQuery({ ...newestMessageQuery(call, input.id), enabled: useMay()(searchesEverywhere) })
  if (extractor.isPending || newest.isLoading) return <Loading />
  if (extractor.isError) return <LoadFailed error={extractor.error} onRetry={extractor.refetch} isPageEntity />
  return (
    <Page title={t('extractors.edit.it')} subject={extractor.data.title} crumbs={crumbs}>
      <ForEditors isAllowed={isAllowed} otherwise="extractors.notEditable">
        <ExtractorEditor
          inputId={input.id}
          extractorId={extractorId}
          initial={extractorValues(extractor.data)}
          example={newest.data ?? undefined}
          listLink={list}
        />
      </ForEditors>
    </Page>
  )
}
