import type { RuleSource } from '@logyard/contract/pipelines/rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useQueryValues, useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { unlessMissing, useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import { ruleQuery } from '../pipeline-queries.ts'
import { newRuleFor } from './new-rule.ts'
import { RuleEditor } from './rule-editor.tsx'

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
  const t = useText()
  const rule = useQuery(ruleQuery(useCall(), id))
  useFailureToast(
    unlessMissing(rule.error),
    (status) => t('pipelines.toast.ruleFailed', { status }),
    t('pipelines.toast.ruleFailed.title', { id }),
  )
  if (rule.isPending) return <Loading />
  if (rule.isError) return <LoadFailed error={rule.error} onRetry={rule.refetch} isPageEntity />
  return <StoredRule key={id} rule={rule.data} />
}

function StoredRule({ rule }: { rule: RuleSource }) {
  return (
    <RuleEditor rule={rule} initial={{ description: rule.description ?? '', source: rule.source }} isForm={false} />
  )
}
