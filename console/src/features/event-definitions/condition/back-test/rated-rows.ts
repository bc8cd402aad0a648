import type { Comparison } from '@logyard/contract/events/expressions'
import { rowsOf, seriesId, withItem } from '../../model/condition-tree.ts'
import type { AggregationDraft, DefinitionDraft } from '../../model/definition-draft.ts'
import { seriesText } from '../../model/expression-text.ts'

/** A rule of the condition, with the figure that it rates. */
export interface RatedRow {
  readonly id: number
  readonly series: string
  readonly text: string
  readonly comparison: Comparison
  readonly threshold: number
}

export function ratedRows({ config, aggregation }: DefinitionDraft): readonly RatedRow[] {
  if (config?.type !== 'aggregation-v1' || !aggregation.isOn || aggregation.foreign !== undefined) return []
  return rowsOf(aggregation.tree).flatMap(({ id, function: name, field, comparison, threshold }) =>
    name === undefined || comparison === undefined || threshold === undefined
      ? []
      : [
          {
            id,
            series: seriesId(name, field),
            text: `${seriesText({ function: name, field })} ${comparison === '==' ? '=' : comparison}`,
            comparison,
            threshold,
          },
        ],
  )
}

/** The rule of a condition that has no others. */
export function onlyRow(draft: DefinitionDraft): RatedRow | undefined {
  const [row, ...others] = ratedRows(draft)
  return others.length === 0 ? row : undefined
}

export const withThreshold = (
  aggregation: AggregationDraft,
  { id }: Pick<RatedRow, 'id'>,
  threshold: number,
): AggregationDraft => ({
  ...aggregation,
  tree: withItem(aggregation.tree, id, (item) => (item.kind === 'row' ? { ...item, threshold } : item)),
})
