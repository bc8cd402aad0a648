import type { FunctionDescriptor } from '@logyard/contract/pipelines/rule-functions'
import { listRules } from '@logyard/contract/pipelines/rules'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { allFieldsQuery } from '../../../query/fields/field-queries.ts'
import { functionsQuery, rulesQuery } from '../pipeline-queries.ts'
import type { SourceCompletion } from './edited-source.ts'

const NONE: readonly FunctionDescriptor[] = []

/** The functions of the server, the fields of the user's messages, and the titles of rules. */
export function useSourceCompletion(): SourceCompletion {
  const call = useCall()
  const functions = useQuery(functionsQuery(call))
  const fields = useQuery(allFieldsQuery(call))
  const rules = useQuery({ ...rulesQuery(call), enabled: useMay()(listRules) })
  return useMemo(
    () => ({
      functions: functions.data ?? NONE,
      fields: (fields.data ?? []).map(({ name }) => name).toSorted(),
      rules: (rules.data ?? []).flatMap(({ title }) => (title === null ? [] : [title])),
    }),
    [functions.data, fields.data, rules.data],
  )
}
