import { SegmentedControl } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import type { RuleDraft } from './use-rule-draft.ts'

/** Between the source and the form, as long as the form can show the rule. */
export function ModeSwitch({ draft: { form, simple, showForm, showSource } }: { draft: RuleDraft }) {
  const t = useText()
  const isPossible = form !== undefined || simple !== undefined
  const label = (
    <span title={isPossible ? undefined : t('pipelines.rule.mode.notSimple')}>{t('pipelines.rule.mode.form')}</span>
  )
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('pipelines.rule.mode')}
      value={form === undefined ? 'source' : 'form'}
      data={[
        { value: 'source', label: t('pipelines.rule.mode.source') },
        { value: 'form', label, disabled: !isPossible },
      ]}
      onChange={(next) => (next === 'form' ? showForm() : showSource())}
    />
  )
}
