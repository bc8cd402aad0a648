import type { RuleSource } from '@logyard/contract/pipelines/rules'
import { useMemo } from 'react'
import { TrialSection } from './trial-section.tsx'

interface RuleTrialProps {
  readonly rule: RuleSource | undefined
  readonly source: string
  readonly isValid: boolean
}

/** The edited rule on real messages, or on one pasted message. */
export function RuleTrial({ rule, source, isValid }: RuleTrialProps) {
  const id = rule?.id ?? undefined
  const saved = rule?.source
  const tried = useMemo(() => ({ kind: 'rule' as const, id, source, saved }), [id, source, saved])
  return <TrialSection tried={tried} isValid={isValid} />
}
