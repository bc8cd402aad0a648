import type { CollectorSummary } from '@logyard/contract/sidecars/collectors'
import type { CollectorStatus, SidecarSummary } from '@logyard/contract/sidecars/sidecars'
import { Group, Text } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { collectorLabel } from '../model/operating-system.ts'
import { byUrgency, type StatusName, statusName } from '../model/sidecar-status.ts'
import classes from '../sidecars.module.css'
import { StatusMark } from '../status-mark.tsx'

interface CollectorStatusesProps {
  readonly sidecar: SidecarSummary
  readonly collectors: readonly CollectorSummary[]
}

interface Reported {
  readonly key: string
  readonly name: string
  readonly status: StatusName
  readonly report: CollectorStatus
}

/** Failing collectors come first, with the output of what they ran. */
export function CollectorStatuses({ sidecar, collectors }: CollectorStatusesProps) {
  const t = useText()
  const { status } = sidecar.node_details
  const reported = reportedOf(status?.collectors ?? [], collectors)
  return (
    <FormSection title={t('sidecars.collectors.status')}>
      {status == null && <Text size="sm">{t('sidecars.noStatus')}</Text>}
      {status != null && reported.length === 0 && <Text size="sm">{t('sidecars.noCollectors')}</Text>}
      {reported.length > 0 && (
        <ul className={classes['collectors']}>
          {reported.map((one) => (
            <Collector key={one.key} collector={one} />
          ))}
        </ul>
      )}
    </FormSection>
  )
}

/** Those that were deleted since are left out. */
function reportedOf(reports: readonly CollectorStatus[], collectors: readonly CollectorSummary[]): readonly Reported[] {
  const known = new Map(collectors.map((collector) => [collector.id, collector]))
  return reports
    .flatMap((report, index) => {
      const collector = known.get(report.collector_id)
      if (collector === undefined) return []
      // A collector with several configurations is reported once for each.
      return [
        {
          key: `${report.collector_id} ${index}`,
          name: collectorLabel(collector),
          status: statusName(report.status ?? 0),
          report,
        },
      ]
    })
    .toSorted((a, b) => byUrgency(a.status, b.status) || a.name.localeCompare(b.name))
}

function Collector({ collector: { name, status, report } }: { collector: Reported }) {
  const t = useText()
  const output = report.verbose_message
  return (
    <li>
      <Group gap="sm">
        <Text size="sm" fw={550} translate="no">
          {name}
        </Text>
        <Text component="span" size="sm">
          <StatusMark status={status} />
        </Text>
        <Words status={status} message={report.message} />
      </Group>
      {output !== '' && (status === 'failing' || status === 'stopped') && (
        <section aria-label={t('sidecars.output', { name })}>
          <Group justify="space-between" mt="xs" mb={4}>
            <Dimmed size="xs">{t('sidecars.output.label')}</Dimmed>
            <CopyButton value={output} label={t('sidecars.output.copy')} />
          </Group>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls by keyboard */}
          <pre className={classes['output']} translate="no" tabIndex={0}>
            {output}
          </pre>
        </section>
      )}
    </li>
  )
}

function Words({ status, message }: { status: StatusName; message: string }) {
  const t = useText()
  const hasOwn = (status === 'failing' || status === 'stopped') && message !== ''
  if (hasOwn) {
    return (
      <Text size="sm" translate="no">
        {message}
      </Text>
    )
  }
  return <Dimmed>{t(`sidecars.status.${status}.text`)}</Dimmed>
}
