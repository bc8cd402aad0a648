import type { InputDiagnosis } from '@logyard/contract/ingest/input-diagnosis'
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { Code, Text } from '@mantine/core'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import classes from './diagnosis.module.css'

interface FailureSamplesProps {
  readonly input: InputSummary
  readonly failures: NonNullable<InputDiagnosis['failures']>
}

/** The newest messages that could not be decoded or stored. */
export function FailureSamples({ input, failures: { total, newest } }: FailureSamplesProps) {
  const t = useText()
  return (
    <FormSection
      title={t('inputs.diagnosis.failures')}
      action={
        <LinkButton size="compact-sm" variant="default" to={routes.indices.failures({ input: input.id })}>
          {t('inputs.diagnosis.failures.all', { count: total })}
        </LinkButton>
      }
    >
      <ul className={classes['samples']}>
        {newest.map(({ number, detail, failed_at, remote_address, preview }) => (
          <li key={number}>
            <div className={classes['sampleHead']}>
              <Text size="sm">{detail}</Text>
              <Text size="xs" c="dimmed" component="div">
                <RelativeTime instant={failed_at} />
                {remote_address !== '' && <span translate="no"> · {remote_address}</span>}
              </Text>
            </div>
            {preview !== '' && (
              <Code block translate="no" className={classes['preview'] ?? ''}>
                {preview}
              </Code>
            )}
          </li>
        ))}
      </ul>
    </FormSection>
  )
}
