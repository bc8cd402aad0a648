import type { AggregationConfig, ProcessorConfig, SequenceConfig } from '@logyard/contract/events/processor-configs'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { readableStreamsQuery } from '../../../query/stream-picker/readable-streams-query.ts'
import { type Definition, DefinitionList } from '../../../ui/definition-list.tsx'
import { useDurationText } from '../../../ui/time/use-duration-text.ts'
import { expressionText, seriesText } from '../model/expression-text.ts'
import classes from './summary.module.css'
import { useTypeName } from './use-type-name.ts'

/** What a definition looks for, and when. */
export function ConditionSummary({ config }: { config: ProcessorConfig }) {
  const t = useText()
  const typeName = useTypeName()
  const facts = useFactsOf()
  return (
    <DefinitionList
      items={[{ label: t('definitions.type'), value: <span>{typeName(config)}</span> }, ...facts(config)]}
    />
  )
}

type Selection = Pick<AggregationConfig, 'query' | 'query_parameters' | 'streams'>

function useFactsOf(): (config: ProcessorConfig) => readonly Definition[] {
  const t = useText()
  const selection = useSelectionFacts()
  const timing = useTimingFacts()
  const own = useOwnFacts()
  return (config) => {
    if (config.type === 'aggregation-v1') {
      return [...selection(config), ...timing(config), ...aggregationFacts(config, t)]
    }
    const messages = config.type === 'sequence-v1' ? sequenceMessages(config, t) : selection(config)
    return [...messages, ...own(config), ...timing(config)]
  }
}

type Text = ReturnType<typeof useText>

const queryText = (query: string, t: Text): ReactNode =>
  query.trim() === '' ? (
    <span>{t('definitions.query.all')}</span>
  ) : (
    <span className={classes['query']} translate="no">
      {query}
    </span>
  )

const sequenceMessages = ({ first, next }: SequenceConfig, t: Text): readonly Definition[] => [
  { label: t('definitions.sequence.first'), value: queryText(first.query, t) },
  { label: t('definitions.sequence.next'), value: queryText(next.query, t) },
]

function aggregationFacts({ group_by, series, conditions, event_limit }: AggregationConfig, t: Text): Definition[] {
  if (series.length === 0) {
    return [
      { label: t('definitions.createEvents'), value: <span>{t('definitions.mode.filter')}</span> },
      ...(event_limit === undefined || event_limit === 0
        ? []
        : [{ label: t('definitions.eventLimit'), value: event_limit }]),
    ]
  }
  const expression = conditions?.expression ?? null
  return [
    { label: t('definitions.groupBy'), value: group_by.join(', ') },
    { label: t('definitions.createEvents'), value: expression === null ? '' : expressionText(expression, series) },
  ]
}

function useSelectionFacts(): (selection: Selection) => readonly Definition[] {
  const t = useText()
  const { data } = useQuery(readableStreamsQuery(useCall()))
  const titleOf = (id: string) => data?.find((stream) => stream.id === id)?.title ?? id
  return ({ query, query_parameters: parameters = [], streams }) => [
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

function useTimingFacts(): (config: ProcessorConfig) => readonly Definition[] {
  const t = useText()
  const durationText = useDurationText()
  return (config) => [
    ...('search_within_ms' in config
      ? [{ label: t('definitions.searchWithin'), value: <span>{durationText(config.search_within_ms)}</span> }]
      : []),
    config.use_cron_scheduling === true
      ? { label: t('definitions.cron'), value: `${config.cron_expression ?? ''} ${config.cron_timezone ?? 'UTC'}` }
      : { label: t('definitions.executeEvery'), value: <span>{durationText(config.execute_every_ms)}</span> },
  ]
}

function useOwnFacts(): (config: ProcessorConfig) => readonly Definition[] {
  const t = useText()
  const durationText = useDurationText()
  const duration = (ms: number) => <span>{durationText(ms)}</span>
  const groups = (fields: readonly string[]): Definition => ({
    label: t('definitions.groupBy'),
    value: fields.join(', '),
  })
  return (config) => {
    switch (config.type) {
      case 'aggregation-v1':
        return []
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
    }
  }
}
