import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { useText } from '../../../base/text/text.tsx'
import { addressOf } from '../input-address.ts'
import { useFailureText } from '../use-failure-text.ts'
import type { Finding } from './findings.ts'

interface FindingText {
  readonly title: string
  /** What to try next; `undefined` where the title says it all. */
  readonly text: string | undefined
}

/** A finding in words. */
export function useFindingText(): (
  input: InputSummary,
  inputs: readonly InputSummary[],
  finding: Finding,
) => FindingText {
  const t = useText()
  const failureText = useFailureText()
  return (input, inputs, finding) => {
    switch (finding.kind) {
      case 'failed':
        return { title: t('inputs.diagnosis.failed'), text: failureText(input, finding.reason, inputs).text }
      case 'sign':
        return {
          title: t(`inputs.diagnosis.sign.${finding.sign.kind}`),
          text: t(`inputs.diagnosis.sign.${finding.sign.kind}.text`),
        }
      case 'dropped':
      case 'refused':
      case 'undecoded':
      case 'extraction':
        return {
          title: t(`inputs.diagnosis.${finding.kind}`, { count: finding.count }),
          text: t(`inputs.diagnosis.${finding.kind}.text`),
        }
      case 'silent':
        return { title: t('inputs.diagnosis.silent', { address: addressOf(input) ?? '' }), text: undefined }
      case 'loopback':
        return {
          title: t('inputs.diagnosis.loopback', { address: finding.address }),
          text: t('inputs.diagnosis.loopback.text'),
        }
      case 'starting':
        return { title: t('inputs.diagnosis.starting'), text: undefined }
      default:
        return { title: t(`inputs.diagnosis.${finding.kind}`), text: t(`inputs.diagnosis.${finding.kind}.text`) }
    }
  }
}
