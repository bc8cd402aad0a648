import { VALUE_SCALES, type ValueAxis } from '@logyard/contract/views/view-state'
import { Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'

interface ValueAxisSectionProps {
  readonly axis: ValueAxis | undefined
  /** `undefined`: nothing is set. */
  readonly onChange: (axis: ValueAxis | undefined) => void
}

/** The limits and the scale of the axis of values. Only valid limits are stored. */
export function ValueAxisSection({ axis = {}, onChange }: ValueAxisSectionProps) {
  const t = useText()
  const scale = axis.scale ?? 'linear'
  const [texts, setTexts] = useState({ min: textOf(axis.min), max: textOf(axis.max) })
  const limits = { min: limitOf(texts.min), max: limitOf(texts.max) }
  const isCrossed = typeof limits.min === 'number' && typeof limits.max === 'number' && limits.min >= limits.max
  const errorOf = (side: 'min' | 'max') => {
    if (limits[side] === 'invalid') return t('widgets.editor.axis.notNumber')
    return side === 'max' && isCrossed ? t('widgets.editor.axis.crossed') : undefined
  }
  const edit = (next: typeof texts) => {
    setTexts(next)
    const [min, max] = [limitOf(next.min), limitOf(next.max)]
    if (min === 'invalid' || max === 'invalid') return
    if (min === undefined || max === undefined || min < max) onChange(axisOf(axis.scale, min, max))
  }
  return (
    <Stack gap={6}>
      <div>
        <Text size="xs" fw={500}>
          {t('widgets.editor.axis')}
        </Text>
        <Dimmed size="xs">{t('widgets.editor.axis.help')}</Dimmed>
      </div>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('widgets.editor.axis.scale')}
        data={VALUE_SCALES.map((one) => ({ value: one, label: t(`widgets.editor.axis.${one}`) }))}
        value={scale}
        onChange={(next) => onChange(axisOf(next, axis.min, axis.max))}
      />
      {scale === 'logarithmic' && <Dimmed size="xs">{t('widgets.editor.axis.logarithmic.help')}</Dimmed>}
      <Group gap="xs" grow align="flex-start">
        {(['min', 'max'] as const).map((side) => (
          <TextInput
            key={side}
            size="xs"
            inputMode="decimal"
            label={t(`widgets.editor.axis.${side}`)}
            placeholder={t('widgets.editor.axis.automatic')}
            value={texts[side]}
            error={errorOf(side)}
            onChange={(event) => edit({ ...texts, [side]: event.currentTarget.value })}
          />
        ))}
      </Group>
    </Stack>
  )
}

const textOf = (limit: number | undefined): string => (limit === undefined ? '' : String(limit))

/** `undefined` if the limit is left to the values. */
function limitOf(text: string): number | 'invalid' | undefined {
  if (text.trim() === '') return undefined
  const limit = Number(text)
  return Number.isFinite(limit) && Math.abs(limit) <= Number.MAX_SAFE_INTEGER ? limit : 'invalid'
}

function axisOf(scale: ValueAxis['scale'], min: number | undefined, max: number | undefined): ValueAxis | undefined {
  const axis = {
    ...(scale === 'logarithmic' ? { scale } : {}),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  }
  return Object.keys(axis).length === 0 ? undefined : axis
}
