import { useText } from '../../base/text/text.tsx'
import type { IngestFinding } from './findings.ts'

interface Words {
  readonly title: string
  readonly text?: string
}

/** A finding in words. */
export function useFindingWords(): (finding: IngestFinding, newestText: string) => Words {
  const t = useText()
  return (finding, newestText) => {
    const { kind } = finding
    switch (kind) {
      case 'failed': {
        const { title, reason } = finding.input
        return { title: t('diagnosis.failed', { title }), ...(reason === null ? {} : { text: reason }) }
      }
      case 'stopped':
      case 'silent':
        return { title: t(`diagnosis.${kind}`, { title: finding.input.title }) }
      case 'sign': {
        const { title, sign } = finding.input
        if (sign === null) return { title }
        return {
          title: t('diagnosis.sign', { title, sign: t(`inputs.diagnosis.sign.${sign}`) }),
          text: t(`inputs.diagnosis.sign.${sign}.text`),
        }
      }
      case 'lost':
        return { title: t('diagnosis.lost', { title: finding.input.title, count: finding.input.lost }) }
      case 'failures': {
        const { title, failures } = finding.input
        const reason = failures?.reason
        return {
          title: t('diagnosis.failures', { title, count: failures?.count ?? 0 }),
          ...(reason ? { text: t('diagnosis.failures.reason', { reason }) } : {}),
        }
      }
      case 'ahead': {
        const { title, stored } = finding.input
        return { title: t('diagnosis.ahead', { title, count: stored?.ahead ?? 0 }), text: t('diagnosis.ahead.text') }
      }
      case 'streamPaused':
      case 'noRules':
        return { title: t(`diagnosis.${kind}`, { title: finding.stream.title }) }
      case 'noMatch':
      case 'matches': {
        const { title, matching } = finding.stream
        const { looked_at = 0, matches = 0 } = matching ?? {}
        return { title: t(`diagnosis.${kind}`, { title, looked: looked_at, matches }) }
      }
      case 'drop':
        return {
          title: t('diagnosis.drop', { title: finding.drop.rule_title, count: finding.drop.last_hour }),
        }
      case 'paused':
      case 'waiting':
        return { title: t(`diagnosis.${kind}`, { count: finding.count }) }
      case 'healthy':
        return { title: t('diagnosis.healthy', { count: finding.running }) }
      case 'outside':
        return { title: t('diagnosis.outside', { newest: newestText }) }
      case 'excluded':
        return { title: t('diagnosis.excluded'), text: t('diagnosis.excluded.text') }
      default:
        return { title: t(`diagnosis.${kind}`) }
    }
  }
}
