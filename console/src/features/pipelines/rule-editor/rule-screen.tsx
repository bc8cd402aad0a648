import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useQueryValues, useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { unlessMissing, useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { ruleQuery } from '../pipeline-queries.ts'
import { readSimpleRule } from '../simple-rule/read-simple-rule.ts'
import { EMPTY_ACTION, type SimpleRule } from '../simple-rule/simple-rule.ts'
import { writeSimpleRule } from '../simple-rule/write-simple-rule.ts'
import { RuleEditor } from './rule-editor.tsx'

/** The rule that the address asks for: it tests a field, or enriches messages from a lookup table. */
function useAskedRule(): SimpleRule {
  const t = useText()
  const values = useQueryValues()
  const field = values.get('field') ?? undefined
  const value = values.get('value') ?? undefined
  const table = values.get('lookup_table') ?? undefined
  const titled = (title: string) => ({ title, joined: 'all' as const })
  if (table !== undefined) {
    return {
      ...titled(t('pipelines.rule.titleLookup', { table })),
      conditions: field === undefined ? [] : [{ field, operator: 'exists', value: '' }],
      actions: [{ kind: 'lookup', field: values.get('new_field') ?? '', value: field ?? '', table }],
    }
  }
  const title = field === undefined ? t('pipelines.rule.newTitle') : t('pipelines.rule.titleAbout', { field })
  const condition =
    field === undefined || value === undefined
      ? { field: field ?? 'message', operator: 'exists' as const, value: '' }
      : { field, operator: 'is' as const, value }
  return { ...titled(title), conditions: [condition], actions: [EMPTY_ACTION] }
}

export function NewRuleScreen() {
  const asked = useAskedRule()
  // The rule is written from the address once.
  const [initial] = useState(() => ({ description: '', source: writeSimpleRule(asked), form: asked }))
  return <RuleEditor rule={undefined} initial={initial} />
}

export function RuleScreen() {
  const { id } = useRouteParams(routes.pipelines.rule)
  const rule = useQuery(ruleQuery(useCall(), id))
  useFailureToast(unlessMissing(rule.error), 'pipelines.toast.ruleFailed', { id })
  return (
    <Loaded query={rule} isPageEntity>
      {(loaded) => {
        const { description, source } = loaded
        const initial = { description: description ?? '', source, form: readSimpleRule(source) }
        return <RuleEditor key={id} rule={loaded} initial={initial} />
      }}
    </Loaded>
  )
}
