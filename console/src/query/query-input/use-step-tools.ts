import { useDebouncedValue } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
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
export function useCompletionWithSteps(completion: QueryCompletion | undefined): QueryCompletion | undefined {
  const call = useCall()
  const may = useMay()
  const client = useQueryClient()
  return useMemo(() => {
    if (completion === undefined) return undefined
    return {
      ...completion,
      async steps(text, position) {
        const tools = await loadStepTools()
        const lookupTables = text.includes('join') ? await tools.lookupTableNames({ client, call, may }) : []
        return tools.completeStepsAt(text, position, { fields: completion.fields, lookupTables })
      },
    }
  }, [completion, call, may, client])
}

/** Long enough not to report what the user is about to complete. */
const PAUSE_MS = 600

/** The problems of the steps, checked when the user stops typing. */
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
