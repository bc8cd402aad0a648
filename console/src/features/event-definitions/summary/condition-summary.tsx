import type {
  AggregationConfig,
  ProcessorConfig,
  SqlConfig,
  StepsConfig,
} from '@logyard/contract/events/processor-configs'
import { Code, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { readableStreamsQuery } from '../../../query/stream-picker/readable-streams-query.ts'
import { type Definition, DefinitionList } from '../../../ui/definition-list.tsx'
import { useDurationText } from '../../../ui/time/use-duration-text.ts'
import { expressionText, seriesText } from '../model/expression-text.ts'
import { isOnArrival } from './is-on-arrival.ts'
import { useTypeName } from './use-type-name.ts'

type Words = ReturnType<typeof useText>

/** What a definition looks for, and when. */
export function ConditionSummary({ config }: { config: ProcessorConfig }) {
  const t = useText()
  const typeName = useTypeName()
  const messages = useMessageFacts(config)
  const own = useOwnFacts(config)
  const timing = useTimingFacts(config)
  const facts = config.type === 'aggregation-v1' ? [...timing, ...own] : [...own, ...timing]
  return (
    <DefinitionList
      items={[{ label: t('definitions.type'), value: <span>{typeName(config)}</span> }, ...messages, ...facts]}
    />
  )
}

const queryText = (query: string, t: Words): ReactNode =>
  query.trim() === '' ? (
    <span>{t('definitions.query.all')}</span>
  ) : (
    <Text span inherit ff="monospace" fz="sm" style={{ overflowWrap: 'anywhere' }} translate="no">
      {query}
    </Text>
  )

function useMessageFacts(config: ProcessorConfig): readonly Definition[] {
  const t = useText()
  const { data } = useQuery(readableStreamsQuery(useCall()))
  const titleOf = (id: string) => data?.find((stream) => stream.id === id)?.title ?? id
  if (config.type === 'sequence-v1') {
    return [
      { label: t('definitions.sequence.first'), value: queryText(config.first.query, t) },
      { label: t('definitions.sequence.next'), value: queryText(config.next.query, t) },
    ]
  }
  const { query, query_parameters: parameters = [], streams } = config
  return [
    { label: t('definitions.query'), value: queryText(query, t) },
    ...parameters.map(({ name, lookup_table: table, key }) => ({
      label: `$${name}$`,
      isLabelData: true,
      value: `${table ?? ''} (${key ?? ''})`,
    })),
    {
      label: t('definitions.streams'),
      value: streams.length === 0 ? <span>{t('definitions.streams.all')}</span> : streams.map(titleOf).join(', '),
    },
  ]
}

function useTimingFacts(config: ProcessorConfig): readonly (Definition | false)[] {
  const t = useText()
  const durationText = useDurationText()
  return [
    'search_within_ms' in config && {
      label: t('definitions.searchWithin'),
      value: <span>{durationText(config.search_within_ms)}</span>,
    },
    useSchedule(config),
  ]
}

/** When it runs: by its schedule, and for some also when messages arrive. */
function useSchedule(config: ProcessorConfig): Definition {
  const t = useText()
  const durationText = useDurationText()
  const expression = `${config.cron_expression ?? ''} ${config.cron_timezone ?? 'UTC'}`
  const every = durationText(config.execute_every_ms)
  const isCron = config.use_cron_scheduling === true
  if (isOnArrival(config)) {
    const text = isCron ? t('definitions.checked.orCron', { expression }) : t('definitions.checked.orEvery', { every })
    return { label: t('definitions.checked'), value: <span>{text}</span> }
  }
  return isCron
    ? { label: t('definitions.cron'), value: expression }
    : { label: t('definitions.executeEvery'), value: <span>{every}</span> }
}

function aggregationFacts({ group_by, series, conditions, event_limit: limit = 0 }: AggregationConfig, t: Words) {
  if (series.length === 0) {
    return [
      { label: t('definitions.createEvents'), value: <span>{t('definitions.mode.filter')}</span> },
      limit !== 0 && { label: t('definitions.eventLimit'), value: limit },
    ]
  }
  const expression = conditions?.expression ?? null
  return [
    { label: t('definitions.groupBy'), value: group_by.join(', ') },
    { label: t('definitions.createEvents'), value: expression === null ? '' : expressionText(expression, series) },
  ]
}

const rowFacts = ({ is_each_row: isEach, key_columns: keys }: StepsConfig | SqlConfig, t: Words) => [
  {
    label: t('definitions.rows'),
    value: <span>{t(isEach ? 'definitions.rows.each' : 'definitions.rows.any')}</span>,
  },
  isEach && keys.length > 0 && { label: t('definitions.keyColumns'), value: keys.join(', ') },
]

function useOwnFacts(config: ProcessorConfig): readonly (Definition | false)[] {
  const t = useText()
  const durationText = useDurationText()
  const duration = (ms: number) => <span>{durationText(ms)}</span>
  const groups = (fields: readonly string[]): Definition => ({
    label: t('definitions.groupBy'),
    value: fields.join(', '),
  })
  switch (config.type) {
    case 'aggregation-v1':
      return aggregationFacts(config, t)
    case 'absence-v1':
      return [
        groups(config.group_by),
        { label: t('definitions.absence.silence'), value: duration(config.silence_ms) },
        { label: t('definitions.absence.remember'), value: duration(config.remember_ms) },
      ]
    case 'new-value-v1':
      return [
        { label: t('definitions.field'), value: config.field },
        { label: t('definitions.history'), value: config.history_days },
      ]
    case 'new-pattern-v1':
      return [{ label: t('definitions.history'), value: config.history_days }]
    case 'sequence-v1':
      return [
        { label: t('definitions.sequence.keys'), value: config.key_fields.join(', ') },
        { label: t('definitions.sequence.within'), value: duration(config.within_ms) },
        { label: t('definitions.sequence.isMissing'), value: config.is_missing },
      ]
    case 'unusual-level-v1':
      return [
        groups(config.group_by),
        { label: t('definitions.level.series'), value: seriesText(config.series) },
        {
          label: t('definitions.level.direction'),
          value: <span>{t(`definitions.level.direction.${config.direction}`)}</span>,
        },
        { label: t('definitions.level.weeks'), value: config.weeks },
        { label: t('definitions.level.sensitivity'), value: config.sensitivity },
      ]
    case 'steps-v1':
      return [{ label: t('definitions.steps'), value: queryText(config.steps, t) }, ...rowFacts(config, t)]
    case 'sql-v1':
      return [
        {
          label: t('definitions.sql'),
          value: (
            <Code block translate="no">
              {config.sql}
            </Code>
          ),
        },
        ...rowFacts(config, t),
      ]
  }
}
