import { listLookupTables } from '@logyard/contract/lookup/lookup-tables'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { lookupTableNamesQuery } from '../../lookup-tables/lookup-table-select.tsx'
import type { QueryCompletion } from './query-input-props.ts'
import type { QueryProblem } from './query-problem.ts'

export type StepTools = typeof import('./step-tools.ts')

export const loadStepTools = (): Promise<StepTools> => import('./step-tools.ts')

/** Whether a text can have steps. */
export const mayHaveSteps = (text: string): boolean => text.includes('|')

/** Undefined until they are needed and loaded. */
export function useStepTools(text: string): StepTools | undefined {
  const [tools, setTools] = useState<StepTools>()
  const isWanted = mayHaveSteps(text) && tools === undefined
  useEffect(() => {
    if (!isWanted) return undefined
    let isHere = true
    void loadStepTools().then((loaded) => {
      if (isHere) setTools(loaded)
    })
    return () => {
      isHere = false
    }
  }, [isWanted])
  return tools
}

/** The completion of a query that may have steps. */
export function useCompletionWithSteps(completion: QueryCompletion | undefined, text: string) {
  const tables = useLookupTables(mayHaveSteps(text))
  return useMemo((): QueryCompletion | undefined => {
    if (completion === undefined) return undefined
    const known = { fields: completion.fields, lookupTables: tables }
    return {
      ...completion,
      steps: async (written, position) => (await loadStepTools()).completeStepsAt(written, position, known),
    }
  }, [completion, tables])
}

const NO_TABLES: readonly string[] = []

function useLookupTables(isWanted: boolean): readonly string[] {
  const enabled = useMay()(listLookupTables) && isWanted
  const tables = useQuery({ ...lookupTableNamesQuery(useCall()), enabled, retry: false })
  return useMemo(() => tables.data?.map(({ name }) => name) ?? NO_TABLES, [tables.data])
}

/** Long enough not to report what the user is about to complete. */
const PAUSE_MS = 600

/** What is wrong with the steps, once the user stops typing. */
export function useStepProblems({
  text,
  submitted,
  tools,
  completion,
}: {
  readonly text: string
  /** The text that was run last. */
  readonly submitted: string
  readonly tools: StepTools | undefined
  readonly completion: QueryCompletion | undefined
}): readonly QueryProblem[] {
  const [paused] = useDebouncedValue(text, PAUSE_MS)
  const isSettled = text === submitted || text === paused
  const fields = completion?.fields
  return useMemo(() => {
    if (tools === undefined || !isSettled || !mayHaveSteps(text)) return []
    return tools.stepProblems(text, { fields: fields ?? [], lookupTables: [] })
  }, [tools, isSettled, text, fields])
}
