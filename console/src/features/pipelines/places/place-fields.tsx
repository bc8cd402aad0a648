import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { RemoveButton } from '../../../ui/remove-button.tsx'
import { firstStream, streamsOf } from '../pipeline-queries.ts'
import { NotRunning } from './not-running.tsx'
import {
  isIncomplete,
  NO_PLACE,
  newPipelineOn,
  openPipelines,
  type PlaceDraft,
  pipelineOf,
  stageNumbersOf,
  targetOf,
} from './place-draft.ts'
import classes from './places.module.css'
import { usePlaceRights } from './use-place-rights.ts'
import type { Processing } from './use-processing.ts'

interface PlaceFieldsProps {
  readonly processing: Processing
  /** At least one. */
  readonly places: readonly PlaceDraft[]
  /** Shows what is missing: the user tried to save. */
  readonly showsGaps: boolean
  readonly onChange: (places: readonly PlaceDraft[]) => void
}

/** "Runs in [Clean up, stage 0] on [Web]": one row for each stage. */
export function PlaceFields({ processing, places, showsGaps, onChange }: PlaceFieldsProps) {
  const t = useText()
  return (
    <Stack gap="xs" role="group" aria-label={t('pipelines.place.runsIn')}>
      <Text fw={600} size="sm" aria-hidden>
        {t('pipelines.place.runsIn')}
      </Text>
      {places.map((place, index) => (
        <PlaceRow
          // biome-ignore lint/suspicious/noArrayIndexKey: places have no identity but their order
          key={index}
          number={index + 1}
          processing={processing}
          place={place}
          showsGaps={showsGaps}
          onChange={(next) => onChange(places.with(index, next))}
          {...(places.length > 1 && { onRemove: () => onChange(places.toSpliced(index, 1)) })}
        />
      ))}
      {places.every(({ target }) => target !== 'none') && (
        <Group>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange([...places, NO_PLACE])}
          >
            {t('pipelines.place.more')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

interface PlaceRowProps {
  readonly processing: Processing
  readonly place: PlaceDraft
  /** For screen readers. */
  readonly number: number
  readonly showsGaps: boolean
  readonly onChange: (place: PlaceDraft) => void
  readonly onRemove?: () => void
}

function PlaceRow(props: PlaceRowProps) {
  const { processing, place, number, showsGaps, onChange, onRemove } = props
  const t = useText()
  const isNew = place.target === 'new'
  return (
    <div className={classes['row']} data-new={isNew || undefined}>
      <TargetSelect {...props} />
      {isNew && (
        <TextInput
          aria-label={t('pipelines.place.titleOf', { number })}
          placeholder={t('pipelines.place.title')}
          autoComplete="off"
          error={showsGaps && place.title.trim() === '' && t('pipelines.form.title.required')}
          value={place.title}
          onChange={({ currentTarget }) => onChange({ ...place, title: currentTarget.value })}
        />
      )}
      <div className={classes['streams']}>
        {place.target === 'none' ? (
          <NotRunning>{t('pipelines.place.none')}</NotRunning>
        ) : (
          <PlaceStreams {...props} processing={processing} />
        )}
      </div>
      {onRemove && <RemoveButton label={t('pipelines.place.remove', { number })} onClick={onRemove} />}
    </div>
  )
}

function TargetSelect({ processing, place, number, onChange }: PlaceRowProps) {
  const t = useText()
  const rights = usePlaceRights()
  const stages = openPipelines(processing, rights).flatMap((pipeline) =>
    stageNumbersOf(pipeline).map((stage) => ({
      value: targetOf(pipeline, stage),
      label: t('pipelines.place.stage', { title: pipeline.title ?? '', stage }),
    })),
  )
  const data = [
    ...(rights.mayCreate ? [{ value: 'new', label: t('pipelines.place.new') }] : []),
    ...stages,
    { value: 'none', label: t('pipelines.place.notYet') },
  ]
  const choose = (target: string) => {
    const stream = firstStream(processing.streams) ?? ''
    onChange(target === 'new' ? newPipelineOn(stream, processing) : { ...NO_PLACE, target })
  }
  return (
    <Select
      aria-label={t('pipelines.place.targetOf', { number })}
      searchable
      allowDeselect={false}
      limit={100}
      nothingFoundMessage={t('ui.list.noMatch')}
      comboboxProps={{ keepMounted: false }}
      attributes={{ dropdown: { translate: 'no' }, input: { translate: 'no' } }}
      data={data}
      value={place.target}
      onChange={(target) => target !== null && choose(target)}
    />
  )
}

/** The streams of the pipeline; one that has none can be connected. */
function PlaceStreams({ processing, place, number, showsGaps, onChange }: PlaceRowProps) {
  const t = useText()
  const intl = useIntl()
  const { mayConnect } = usePlaceRights()
  const { connections, streams } = processing
  const pipeline = pipelineOf(place, processing)
  const connected = pipeline && connections && streamsOf(pipeline.id, connections, streams)
  if (pipeline !== undefined && connected === undefined) return null
  if (connected !== undefined && connected.length > 0) {
    return (
      <Dimmed>
        {t('pipelines.place.on')} <span translate="no">{intl.formatList(connected.map(({ title }) => title))}</span>
      </Dimmed>
    )
  }
  if (!mayConnect) return <NotRunning>{t('pipelines.place.noStream')}</NotRunning>
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('pipelines.place.on')}
      </Text>
      <Select
        flex={1}
        aria-label={t('pipelines.place.streamOf', { number })}
        placeholder={t('pipelines.simple.stream')}
        searchable
        allowDeselect={false}
        comboboxProps={{ keepMounted: false }}
        attributes={{ dropdown: { translate: 'no' }, input: { translate: 'no' } }}
        data={streams.map(({ id, title }) => ({ value: id, label: title }))}
        error={showsGaps && isIncomplete(place) && place.streamId === '' && t('pipelines.place.gap.stream')}
        value={place.streamId === '' ? null : place.streamId}
        onChange={(id) => id !== null && onChange({ ...place, streamId: id })}
      />
      {place.streamId === '' && <NotRunning>{t('pipelines.place.noStream')}</NotRunning>}
    </>
  )
}
