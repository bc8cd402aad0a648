import { type ExtractorType, updateExtractor } from '@logyard/contract/extractors/extractors'
import { searchesEverywhere } from '@logyard/contract/identity/rights'
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { Alert, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDrafts } from '../../../base/drafts/drafts-provider.tsx'
import { useQueryValues, useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { extractorsQuery } from '../../../ingest/extractors-query.ts'
import { discardExtractorDraft, findExtractorDraft } from '../../../parsing/drafts/extractor-draft.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { ForEditors } from '../../../ui/page/for-editors.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { discardPastedExample, findPastedExample } from '../example-storage.ts'
import { inputIdOf, useExtractorLinks } from '../extractor-links.ts'
import { newestMessageQuery, storedMessageQuery } from '../extractor-queries.ts'
import { useExtractorCrumbs, WithInput } from '../input-page.tsx'
import { isOfferedType } from '../model/extractor-settings.ts'
import { newExtractorValues, nextOrder } from '../model/extractor-values.ts'
import { ExtractorEditor } from './extractor-editor.tsx'

const DEFAULT_FIELD = 'message'

export function NewExtractorScreen() {
  const { inputId, nodeId } = useRouteParams(routes.inputs.extractorNew)
  return <WithInput id={inputIdOf(inputId, nodeId)}>{(input) => <NewExtractor input={input} />}</WithInput>
}

function NewExtractor({ input }: { input: InputSummary }) {
  const t = useText()
  const type = useQueryValues().get('extractor_type') ?? ''
  const { list } = useExtractorLinks(input)
  const crumbs = useExtractorCrumbs(input)
  const isAllowed = useMay()(updateExtractor, { inputId: input.id })
  const known = type.toLowerCase()
  return (
    <Page title={t('extractors.new')} subject={input.title} crumbs={crumbs}>
      {isOfferedType(known) ? (
        <ForEditors isAllowed={isAllowed} otherwise="extractors.notEditable">
          <NewExtractorForm key={known} input={input} type={known} />
        </ForEditors>
      ) : (
        <Alert color="red" role="alert" icon={<IconAlertTriangle />}>
          <Group justify="space-between" gap="md">
            <Text size="sm">{t('extractors.invalidType', { type })}</Text>
            <LinkButton to={list} size="xs" variant="default">
              {t('extractors.backToList')}
            </LinkButton>
          </Group>
        </Alert>
      )}
    </Page>
  )
}

function NewExtractorForm({ input, type }: { input: InputSummary; type: ExtractorType }) {
  const links = useExtractorLinks(input)
  const values = useQueryValues()
  const drafts = useDrafts()
  const start = useExample(input.id)
  const existing = useQuery({ ...extractorsQuery(useCall(), input.id), refetchInterval: false })
  if (existing.isError) return <LoadFailed error={existing.error} onRetry={existing.refetch} />
  if (existing.isPending || start.isPending) return <Loading />
  const sourceField = values.get('field') ?? start.draft?.sourceField ?? DEFAULT_FIELD
  const drafted = start.draft?.type === type && start.draft.sourceField === sourceField ? start.draft : undefined
  const initial = newExtractorValues({
    type,
    sourceField,
    order: nextOrder(existing.data),
    ...(drafted === undefined
      ? {}
      : { title: drafted.title, targetField: drafted.targetField, config: drafted.config }),
  })
  return (
    <ExtractorEditor
      inputId={input.id}
      initial={initial}
      example={start.message}
      onSaved={() => {
        discardExtractorDraft(drafts)
        discardPastedExample(drafts)
      }}
      listLink={links.list}
    />
  )
}

/** The message that the address names, else the pasted one, else the newest of the input. */
function useExample(inputId: string) {
  const call = useCall()
  const drafts = useDrafts()
  const values = useQueryValues()
  const stored = { index: values.get('example_index') ?? '', id: values.get('example_id') ?? '' }
  const isNamed = stored.index !== '' && stored.id !== ''
  const [pasted] = useState(() => (isNamed ? undefined : findPastedExample(drafts, inputId)))
  const [draft] = useState(() => findExtractorDraft(drafts, stored))
  const named = useQuery({ ...storedMessageQuery(call, stored), enabled: isNamed })
  const needsNewest = useMay()(searchesEverywhere) && !isNamed && pasted === undefined
  const newest = useQuery({ ...newestMessageQuery(call, inputId), enabled: needsNewest })
  useFailureToast(named.error, 'messages.load.failed')
  return {
    draft,
    message: named.data ?? pasted ?? newest.data ?? undefined,
    isPending: named.isLoading || newest.isLoading,
  }
}
