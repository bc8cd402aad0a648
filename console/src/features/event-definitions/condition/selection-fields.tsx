import type { AggregationConfig } from '@logyard/contract/events/processor-configs'
import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useQueryCompletion } from '../../../query/query-input/use-query-completion.ts'
import { useQueryHistory } from '../../../query/query-input/use-query-history.ts'
import { useQueryProblems } from '../../../query/query-input/use-query-problems.ts'
import { readableStreamsQuery } from '../../../query/stream-picker/readable-streams-query.ts'
import { DEFAULT_RANGE } from '../../../query/time-range/time-range.ts'
import { isStreamOfEvents } from '../model/streams-of-events.ts'
import { ParametersField } from './parameters-field.tsx'
import { QueryField } from './query-field.tsx'

type Selection = Pick<AggregationConfig, 'query' | 'query_parameters' | 'streams'>

interface SelectionFieldsProps {
  readonly selection: Selection
  /** Tells the query of one part of a condition from that of another. */
  readonly label?: string
  readonly streamsLabel?: string
  readonly error?: string | undefined
  readonly onChange: (changes: Partial<Selection>) => void
}

const NO_PARAMETERS: NonNullable<Selection['query_parameters']> = []

/** The messages that a condition is about: a query with its parameters, and streams. */
export function SelectionFields({ selection, label, streamsLabel, error, onChange }: SelectionFieldsProps) {
  const t = useText()
  const { query, streams, query_parameters: parameters = NO_PARAMETERS } = selection
  const problems = useQueryProblems(query, streams, parameters)
  const completion = useQueryCompletion(streams, DEFAULT_RANGE)
  const history = useQueryHistory()
  return (
    <>
      <QueryField
        label={label ?? t('definitions.query')}
        description={t('definitions.query.help')}
        placeholder={t('definitions.query.placeholder')}
        value={query}
        problems={problems}
        completion={completion}
        history={history}
        onRun={() => history.remember(query)}
        onChange={(next) => onChange({ query: next })}
      />
      <ParametersField
        query={query}
        declared={parameters}
        error={error}
        onChange={(next) => onChange({ query_parameters: [...next] })}
      />
      <StreamsField label={streamsLabel} streams={streams} onChange={(next) => onChange({ streams: [...next] })} />
    </>
  )
}

interface StreamsFieldProps {
  readonly label: string | undefined
  readonly streams: readonly string[]
  readonly onChange: (streams: readonly string[]) => void
}

function StreamsField({ label, streams, onChange }: StreamsFieldProps) {
  const t = useText()
  const readable = useQuery(readableStreamsQuery(useCall()))
  const options = (readable.data ?? [])
    .filter(({ id }) => !isStreamOfEvents(id))
    .map(({ id, title }) => ({ value: id, label: title }))
  const unknown = streams.filter((id) => !options.some(({ value }) => value === id))
  return (
    <MultiSelect
      label={label ?? t('definitions.streams.optional')}
      placeholder={streams.length === 0 ? t('definitions.streams.all') : ''}
      data={[...options, ...unknown.map((id) => ({ value: id, label: id }))]}
      value={[...streams]}
      onChange={onChange}
      searchable
      clearable
      hidePickedOptions
      clearButtonProps={{ 'aria-label': t('definitions.streams.clear') }}
      nothingFoundMessage={<span translate="yes">{t('definitions.streams.nothing')}</span>}
      attributes={{ dropdown: { translate: 'no' }, pillsList: { translate: 'no' } }}
    />
  )
}
