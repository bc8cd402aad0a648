import type { InputDiagnosis } from '@logyard/contract/ingest/input-diagnosis'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { extractorsQuery } from '../../../ingest/extractors-query.ts'
import classes from './diagnosis.module.css'
import { FindingCard } from './finding-card.tsx'
import type { FindingProps } from './finding-props.ts'
import { type Finding, findingsOf } from './findings.ts'

/** The findings, the most urgent first. */
export function Findings({ diagnosis, ...props }: FindingProps & { readonly diagnosis: InputDiagnosis }) {
  const t = useText()
  const { data: extractors = [] } = useQuery(extractorsQuery(useCall(), props.input.id))
  const exceptions = extractors.reduce((sum, one) => sum + one.exceptions + one.converter_exceptions, 0)
  return (
    <ul className={classes['findings']} aria-label={t('inputs.diagnosis.findings')}>
      {findingsOf(props.input, diagnosis, exceptions).map((finding) => (
        <li key={keyOf(finding)}>
          <FindingCard finding={finding} {...props} />
        </li>
      ))}
    </ul>
  )
}

const keyOf = (finding: Finding): string => (finding.kind === 'sign' ? finding.sign.kind : finding.kind)
