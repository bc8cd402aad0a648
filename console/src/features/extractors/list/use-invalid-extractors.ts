import type { ExtractorSummary } from '@logyard/contract/extractors/extractors'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { extractorsKey } from '../../../ingest/extractors-query.ts'
import { checkExtractors } from '../check-extractors.ts'
import { extractorRequest, extractorValues } from '../model/extractor-values.ts'

const NONE: ReadonlyMap<string, string> = new Map()

/** Why extractors cannot run, by id: the grok pattern that one used may have been deleted. */
export function useInvalidExtractors(
  inputId: string,
  extractors: readonly ExtractorSummary[],
): ReadonlyMap<string, string> {
  const call = useCall()
  const requests = extractors.map((extractor) => extractorRequest(extractorValues(extractor)))
  // Metrics change with every poll, definitions rarely do.
  const definitions = JSON.stringify(requests)
  const { data } = useQuery({
    queryKey: [...extractorsKey(inputId), 'check', definitions],
    queryFn: ({ signal }) => checkExtractors(call, inputId, requests, signal),
    enabled: requests.length > 0,
    retry: false,
    staleTime: 60_000,
  })
  const ids = extractors.map(({ id }) => id).join()
  return useMemo(() => {
    if (data === undefined) return NONE
    const found = ids.split(',').flatMap((id, index): [string, string][] => {
      const problem = data[index]
      return problem === undefined ? [] : [[id, problem]]
    })
    return new Map(found)
  }, [data, ids])
}
