import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useQueryValues, useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { unlessMissing, useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { ruleQuery } from '../pipeline-queries.ts'
import { writeSimpleRule } from '../simple-rule/write-simple-rule.ts'
import { RuleEditor } from './rule-editor.tsx'

interface About {
  readonly field: string | undefined
  readonly value: string | undefined
}

/** The source of a new rule: it tests the given field and value, or is an example. */
function newRuleFor(
  { field, value }: About,
  titleOf: (field: string | undefined) => string,
): { readonly source: string; readonly isForm: boolean } {
  const condition =
    field === undefined || value === undefined
      ? { field: field ?? 'message', operator: 'exists' as const, value: '' }
      : { field, operator: 'is' as const, value }
  const source = writeSimpleRule({
    title: titleOf(field),
    joined: 'all',
    conditions: [condition],
    actions: [{ kind: 'set', field: 'new_field', value: 'value' }],
  })
  return { source, isForm: field !== undefined }
}

export function NewRuleScreen() {
  const t = useText()
  const values = useQueryValues()
  // The address names a field and a value; the rule is written from them once.
  const [start] = useState(() =>
    newRuleFor({ field: values.get('field') ?? undefined, value: values.get('value') ?? undefined }, (field) =>
      field === undefined ? t('pipelines.rule.newTitle') : t('pipelines.rule.titleAbout', { field }),
    ),
  )
  return <RuleEditor rule={undefined} initial={{ description: '', source: start.source }} isForm={start.isForm} />
}

export function RuleScreen() {
  const { id } = useRouteParams(routes.pipelines.rule)
  const rule = useQuery(ruleQuery(useCall(), id))
  useFailureToast(unlessMissing(rule.error), 'pipelines.toast.ruleFailed', { id })
  return (
    <Loaded query={rule} isPageEntity>
      {(loaded) => {
        const { description, source } = loaded
        return <RuleEditor key={id} rule={loaded} initial={{ description: description ?? '', source }} isForm={false} />
      }}
    </Loaded>
  )
}
