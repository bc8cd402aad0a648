import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { unlessMissing, useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { Loaded } from '../../ui/page/loaded.tsx'
import type { Crumb } from '../../ui/page/page.tsx'
import { useExtractorLinks } from './extractor-links.ts'
import { inputQuery } from './extractor-queries.ts'

/** Loads the input that a page is about. */
export function WithInput({ id, children }: { id: string; children: (input: InputSummary) => ReactNode }) {
  const input = useQuery(inputQuery(useCall(), id))
  useFailureToast(unlessMissing(input.error), 'extractors.toast.inputFailed', { id })
  return (
    <Loaded query={input} isPageEntity>
      {children}
    </Loaded>
  )
}

/** The way back from a page below the list of extractors. */
export function useExtractorCrumbs(input: InputSummary): readonly Crumb[] {
  const { list } = useExtractorLinks(input)
  return [{ label: input.title, to: list, isData: true }]
}
