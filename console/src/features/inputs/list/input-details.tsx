import { isPassword } from '@logyard/contract/configured/fields-of'
import { updateExtractor } from '@logyard/contract/extractors/extractors'
import type { InputSummary, InputTypeInfo } from '@logyard/contract/ingest/inputs'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { LiveMetrics } from '../../../cluster/live-metrics.ts'
import { NodeLink } from '../../../cluster/node-link.tsx'
import { extractorsLink } from '../../../ingest/extractors-link.ts'
import { extractorsQuery } from '../../../ingest/extractors-query.ts'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { FirstMessageCommand } from '../first-message-command.tsx'
import { isWithoutEffect } from '../form/input-fields.ts'
import { InputTraffic } from '../input-traffic.tsx'
import classes from '../inputs.module.css'
import { StaticFields } from '../static-fields/static-fields.tsx'
import { UnusualOfInput } from '../unusual-of-input.tsx'

interface InputDetailsProps {
  readonly input: InputSummary
  readonly type: InputTypeInfo | undefined
  readonly metrics: LiveMetrics | undefined
  readonly nodeCount: number
  /** It runs, and no message has arrived. */
  readonly isSilent: boolean
}

/** The configuration and the traffic of an input, below its row. */
export function InputDetails({ input, type, metrics, nodeCount, isSilent }: InputDetailsProps) {
  const t = useText()
  return (
    <div className={classes['details']}>
      {isSilent && <FirstMessageCommand input={input} text="inputs.silent" mb="md" />}
      <div className={classes['columns']}>
        <div>
          {nodeCount > 1 && (
            <Text component="div" size="sm" mb="xs">
              {input.global || input.node === null ? (
                t('inputs.onAllNodes')
              ) : (
                <>
                  {t('inputs.onNode')} <NodeLink nodeId={input.node} />
                </>
              )}
            </Text>
          )}
          <ConfigurationSummary input={input} type={type} />
          <StaticFields input={input} />
          <ExtractorCount input={input} />
        </div>
        <div>
          <InputTraffic input={input} metrics={metrics} isByNode={nodeCount > 1 && input.global} />
          <UnusualOfInput input={input} />
        </div>
      </div>
    </div>
  )
}

/** How many extractors the input has, with the way to them. */
function ExtractorCount({ input }: { input: InputSummary }) {
  const t = useText()
  const canEdit = useMay()(updateExtractor, { inputId: input.id })
  const { data } = useQuery({ ...extractorsQuery(useCall(), input.id), refetchInterval: false })
  return (
    <Text size="sm" mt="sm">
      {data !== undefined && <>{t('inputs.extractors', { count: data.length })} · </>}
      <AppLink to={extractorsLink(input)}>{t(canEdit ? 'inputs.manageExtractors' : 'inputs.showExtractors')}</AppLink>
    </Text>
  )
}

interface ConfigurationSummaryProps {
  readonly input: InputSummary
  readonly type: InputTypeInfo | undefined
}

/** The settings that have a value, by their labels. */
function ConfigurationSummary({ input, type }: ConfigurationSummaryProps) {
  const t = useText()
  if (type === undefined) {
    return <Dimmed>{t('inputs.edit.unknownType')}</Dimmed>
  }
  const items = Object.entries(type.requested_configuration)
    .filter(([name]) => !isWithoutEffect(name))
    .map(([name, field]) => ({ label: field.human_name, field, value: input.attributes[name] }))
    .filter(({ value }) => value !== undefined && value !== null && value !== '' && value !== false)
    .map(({ label, field, value }) => ({
      label,
      isLabelData: true,
      value: <span translate="no">{isPassword(field) ? '********' : wordsOf(value, t('inputs.details.on'))}</span>,
    }))
  return <DefinitionList items={items} />
}

function wordsOf(value: unknown, on: string): string {
  if (value === true) return on
  if (Array.isArray(value)) return value.map(String).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
