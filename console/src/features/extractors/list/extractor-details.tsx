import type { ExtractorMetrics, ExtractorSummary, TimerRate } from '@logyard/contract/extractors/extractors'
import { Box, Table, Text, Title } from '@mantine/core'
import { useIntl } from 'react-intl'
import type { MessageId } from '../../../base/text/catalogues.ts'
import { useText } from '../../../base/text/text.tsx'
import { type Definition, DefinitionList } from '../../../ui/definition-list.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import classes from '../extractor-list.module.css'
import { CONVERTER_SETTINGS, EXTRACTOR_SETTINGS, type Setting } from '../model/extractor-settings.ts'
import metricClasses from './extractor-metrics.module.css'

/** The configuration and the live metrics of an extractor, below its row. */
export function ExtractorDetails({ extractor }: { extractor: ExtractorSummary }) {
  return (
    <div className={classes['details']}>
      <Configuration extractor={extractor} />
      <Metrics extractor={extractor} />
    </div>
  )
}

function Configuration({ extractor }: { extractor: ExtractorSummary }) {
  const t = useText()
  const { type, extractor_config: config, converters, condition_type: condition, condition_value: value } = extractor
  const settings = useDefinitions(EXTRACTOR_SETTINGS[type], config)
  const strategy = extractor.cursor_strategy
  return (
    <div>
      <Title order={3}>{t('extractors.details.configuration')}</Title>
      <Text size="sm" mb="xs">
        {t(`extractors.sentence.${strategy}`, {
          source: extractor.source_field,
          target: extractor.target_field === '' ? t('extractors.severalFields') : extractor.target_field,
        })}
      </Text>
      {condition !== 'none' && (
        <Text size="sm" mb="xs">
          {t(`extractors.details.condition.${condition}`)} <code translate="no">{value}</code>
        </Text>
      )}
      {settings.length === 0 ? (
        <Dimmed>{t('extractors.details.noOptions')}</Dimmed>
      ) : (
        <DefinitionList items={settings} />
      )}
      {converters.length > 0 && (
        <>
          <Title order={3} mt="sm">
            {t('extractors.details.converters')}
          </Title>
          <Box component="ol" pl="md" fz="sm" style={{ listStyle: 'decimal' }}>
            {converters.map((converter) => (
              <li key={converter.type}>
                {t(`extractors.converter.${converter.type}`)}
                <ConverterOptions settings={CONVERTER_SETTINGS[converter.type]} config={converter.config} />
              </li>
            ))}
          </Box>
        </>
      )}
    </div>
  )
}

type Config = Readonly<Record<string, unknown>>

function ConverterOptions({ settings, config }: { settings: readonly Setting[]; config: Config }) {
  const definitions = useDefinitions(settings, config)
  return definitions.length === 0 ? null : <DefinitionList items={definitions} />
}

/** Stored values under the labels of the form; keys that the form does not know, under their names. */
function useDefinitions(settings: readonly Setting[], config: Config): readonly Definition[] {
  const t = useText()
  return Object.entries(config).map(([name, value]) => {
    const known = settings.find((setting) => setting.name === name)
    const isSimple = typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
    return {
      label: known === undefined ? name : t(known.label),
      isLabelData: known === undefined,
      value: isSimple ? visible(value) : JSON.stringify(value),
    }
  })
}

/** Quotes show blanks at the ends of a text. */
const visible = (value: string | number | boolean) =>
  typeof value === 'string' && value !== value.trim() ? JSON.stringify(value) : value

const TIMERS: readonly { readonly timer: MetricTimer; readonly label: MessageId }[] = [
  { timer: 'total', label: 'extractors.metrics.total' },
  { timer: 'condition', label: 'extractors.metrics.condition' },
  { timer: 'execution', label: 'extractors.metrics.execution' },
  { timer: 'converters', label: 'extractors.metrics.converters' },
]
type MetricTimer = 'total' | 'condition' | 'execution' | 'converters'

const TIMES = [
  { name: 'mean', label: 'extractors.metrics.mean' },
  { name: '95th_percentile', label: 'extractors.metrics.p95' },
  { name: '98th_percentile', label: 'extractors.metrics.p98' },
  { name: '99th_percentile', label: 'extractors.metrics.p99' },
  { name: 'min', label: 'extractors.metrics.min' },
  { name: 'max', label: 'extractors.metrics.max' },
  { name: 'std_dev', label: 'extractors.metrics.stdDev' },
] as const satisfies readonly { readonly name: keyof NonNullable<TimerRate['time']>; readonly label: MessageId }[]

function Metrics({ extractor }: { extractor: ExtractorSummary }) {
  const t = useText()
  const intl = useIntl()
  const { metrics, exceptions, converter_exceptions: converterExceptions } = extractor
  const { rate } = metrics.total
  const short = (value: number) => intl.formatNumber(value, { maximumSignificantDigits: 3 })
  return (
    <div>
      <Title order={3}>{t('extractors.metrics')}</Title>
      {rate === null ? (
        <Dimmed>{t('extractors.metrics.none')}</Dimmed>
      ) : (
        <>
          <Text size="sm">
            {t('extractors.metrics.runs', {
              total: rate.total,
              one: short(rate.one_minute),
              five: short(rate.five_minute),
              fifteen: short(rate.fifteen_minute),
            })}
          </Text>
          {extractor.condition_type !== 'none' && (
            <Text size="sm">
              {t('extractors.metrics.hits', { hits: metrics.condition_hits, misses: metrics.condition_misses })}
            </Text>
          )}
          <Text size="sm" c={exceptions + converterExceptions > 0 ? 'var(--ly-bad-text)' : ''}>
            {t('extractors.metrics.exceptions', { exceptions, converterExceptions })}
          </Text>
          <Times metrics={metrics} />
        </>
      )}
    </div>
  )
}

function Times({ metrics }: { metrics: ExtractorMetrics }) {
  const t = useText()
  const intl = useIntl()
  return (
    // A region that scrolls must be reachable by keyboard.
    <Box
      component="section"
      mt="xs"
      style={{ overflowX: 'auto' }}
      tabIndex={0}
      aria-label={t('extractors.metrics.times')}
    >
      <Table className={metricClasses['times'] ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('extractors.metrics.times')}</Table.Th>
            {TIMES.map(({ name, label }) => (
              <Table.Th key={name} data-number>
                {t(label)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {TIMERS.map(({ timer, label }) => (
            <Table.Tr key={timer}>
              <Table.Td>{t(label)}</Table.Td>
              {TIMES.map(({ name }) => (
                <Table.Td key={name} data-number>
                  {intl.formatNumber(metrics[timer].time?.[name] ?? 0, { maximumSignificantDigits: 3 })}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  )
}
