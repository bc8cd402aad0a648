import type { BackTest } from '@logyard/contract/events/back-test'
import { Slider, Text } from '@mantine/core'
import { useId } from 'react'
import { useText } from '../../../../base/text/text.tsx'
import { withItem } from '../../model/condition-tree.ts'
import type { DefinitionDraft } from '../../model/definition-draft.ts'
import type { RatedRow } from './rated-rows.ts'
import { figureText } from './timeline.tsx'

interface ThresholdSliderProps {
  readonly row: RatedRow
  readonly group: BackTest['groups'][number]
  readonly draft: DefinitionDraft
  readonly onChange: (changes: Partial<DefinitionDraft>) => void
}

const STEPS = 200

/** Moves the threshold of a rule between the measured figures; the result follows at once. */
export function ThresholdSlider({ row, group, draft, onChange }: ThresholdSliderProps) {
  const t = useText()
  const id = useId()
  const figures = (group.values[row.series] ?? []).filter((figure) => figure !== null)
  const least = figures.reduce((low, figure) => Math.min(low, figure), Math.min(0, row.threshold))
  const greatest = figures.reduce((high, figure) => Math.max(high, figure), row.threshold)
  if (greatest === least) return null
  const isWhole = figures.every((figure) => Number.isInteger(figure)) && greatest - least >= 2
  const step = isWhole ? Math.max(1, Math.round((greatest - least) / STEPS)) : roundStep((greatest - least) / STEPS)
  const move = (threshold: number) =>
    onChange({
      aggregation: {
        ...draft.aggregation,
        tree: withItem(draft.aggregation.tree, row.id, (item) => (item.kind === 'row' ? { ...item, threshold } : item)),
      },
    })
  return (
    <div>
      <Text size="sm" fw={550} id={id}>
        {t('definitions.backTest.threshold', { rule: row.text, threshold: figureText(row.threshold) })}
      </Text>
      <Slider
        min={least}
        max={greatest}
        step={step}
        label={figureText}
        thumbProps={{ 'aria-labelledby': id }}
        value={row.threshold}
        onChange={move}
      />
    </div>
  )
}

/** 1, 2 or 5 times a power of ten, so that thresholds stay legible. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step))
  const factor = [1, 2, 5].find((one) => one * power >= step) ?? 10
  return factor * power
}
