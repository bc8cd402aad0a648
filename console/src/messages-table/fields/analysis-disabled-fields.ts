import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { searchesConfigQuery } from '../../query/time-range/range-queries.ts'

/** The fields that an administrator excluded from grouping. */
export function useAnalysisDisabledFields(): ReadonlySet<string> {
  const { data } = useQuery(searchesConfigQuery(useCall()))
  return useMemo(() => new Set(data?.analysis_disabled_fields), [data])
}
