import { createPipeline, updatePipeline } from '@logyard/contract/pipelines/pipelines'
import { createRule, updateRule } from '@logyard/contract/pipelines/rules'
import { useMemo } from 'react'
import { useQueryValues } from '../../../base/routes/location.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { TabViews } from '../../../ui/tabs/tab-views.tsx'
import { MessageTrial } from './message-trial.tsx'
import { SampleTrial } from './sample-trial.tsx'
import classes from './trial.module.css'

interface TrialSectionProps {
  readonly kind: 'rule' | 'pipeline'
  /** Absent for a new rule or pipeline. */
  readonly stored: { readonly id: string | null; readonly source: string } | undefined
  /** The edited source. */
  readonly source: string
  /** The source parses. */
  readonly isValid: boolean
}

/** What an edited source does to messages. Nothing is stored, and lookups write nothing. */
export function TrialSection({ kind, stored, source, isValid }: TrialSectionProps) {
  const t = useText()
  const may = useMay()
  const values = useQueryValues()
  const messageId = values.get('message_id') ?? ''
  const linked = messageId === '' ? undefined : { index: values.get('index') ?? '', id: messageId }
  const id = stored?.id ?? undefined
  const saved = stored?.source
  const tried = useMemo(() => ({ kind, id, source, saved }), [kind, id, source, saved])
  const [create, update] = kind === 'rule' ? [createRule, updateRule] : [createPipeline, updatePipeline]
  const mayTry = id === undefined ? may(create) : may(update, { id })
  if (!mayTry) return null
  return (
    <div className={classes['trial']}>
      <FormSection title={t('pipelines.trial')} description={t('pipelines.trial.description')}>
        <TabViews
          defaultValue={linked === undefined ? 'sample' : 'one'}
          keepMounted
          views={[
            {
              id: 'sample',
              label: t('pipelines.trial.sample'),
              content: <SampleTrial tried={tried} isValid={isValid} />,
            },
            {
              id: 'one',
              label: t('pipelines.trial.one'),
              content: <MessageTrial tried={tried} isValid={isValid} linked={linked} />,
            },
          ]}
        />
      </FormSection>
    </div>
  )
}
